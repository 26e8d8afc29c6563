import { html } from "../../pages/html.ts";
import type { Html } from "../../pages/html.ts";
import type { Fault } from "../faults.ts";
import type { Version3 } from "../v3/options.ts";
import { controlForm } from "./components.ts";

const PRESETS: { title: string; description: string; fault: Pick<Fault, "effect" | "endpoint" | "times" | "ms"> }[] = [
  {
    title: "Lose the response to an order",
    description: "The next order is accepted, but the response never arrives.",
    fault: { effect: "reset", endpoint: "create" },
  },
  {
    title: "Down for 5 requests",
    description: "The next 5 requests get HTTP 503, so it's unclear whether an order arrived.",
    fault: { effect: "server_error", times: 5 },
  },
  {
    title: "Slow",
    description: "The next 10 responses take 5 seconds.",
    fault: { effect: "slow", times: 10, ms: 5000 },
  },
  {
    title: "Reject the token once",
    description: "The next order gets HTTP 401 despite a valid token.",
    fault: { effect: "unauthorized", endpoint: "create" },
  },
];

/** Ways of version 3 that a merchant may meet. */
const VERSION_3_PRESETS: { title: string; description: string; changes: Partial<Record<keyof Version3, string>> }[] = [
  { title: "Empty the catalog", description: "Products and SKUs are listed as none.", changes: { catalog: "none" } },
  { title: "Show prices of 0", description: "Every cost and fee is 0.", changes: { prices: "zero" } },
  {
    title: "Withdraw shipping services",
    description: "No shipping service is offered anywhere.",
    changes: { services: "none" },
  },
  { title: "Empty the wallet", description: "Payments are refused for lack of money.", changes: { wallet: "0" } },
  {
    title: "Restore all of these",
    description: "Catalog, prices, shipping services and wallet are as at the start.",
    changes: {},
  },
];

const button = (title: string, description: string) => html`<button>${title}</button><span>${description}</span>`;

const version3Presets = (back: string): Html[] =>
  VERSION_3_PRESETS.map(({ title, description, changes }) => {
    const fields = Object.entries(changes).map(
      ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
    );
    const path = fields.length === 0 ? "version-3/clear" : "version-3";
    return controlForm(path, back, html`${fields} ${button(title, description)}`, "preset");
  });

/** Common faults, one button each. */
export function presets(back: string, interfaces: readonly ("v1" | "v3")[]): Html[] {
  return [
    ...(interfaces.includes("v3") ? version3Presets(back) : []),
    ...PRESETS.map(({ title, description, fault }) => {
      const fields = Object.entries(fault).map(
        ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
      );
      return controlForm("faults", back, html`${fields} ${button(title, description)}`, "preset");
    }),
    controlForm(
      "tokens/clear",
      back,
      button("Revoke all tokens", "Every token issued so far becomes invalid."),
      "preset",
    ),
  ];
}
