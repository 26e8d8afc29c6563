import { html } from "../../pages/html.ts";
import type { Html } from "../../pages/html.ts";
import type { Fault } from "../faults.ts";
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

/** Common faults, one button each. */
export function presets(back: string): Html[] {
  const button = (title: string, description: string) => html`<button>${title}</button><span>${description}</span>`;
  return [
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
