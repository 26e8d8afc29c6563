import { html } from "../../pages/html.ts";
import type { Html } from "../../pages/html.ts";
import type { Fault } from "../faults.ts";
import { controlForm } from "./components.ts";

const PRESETS: { title: string; description: string; fault: Pick<Fault, "effect" | "endpoint" | "times" | "ms"> }[] = [
  {
    title: "Lose the answer to create",
    description: "The next order is taken in, but its sender never hears so.",
    fault: { effect: "reset", endpoint: "create" },
  },
  {
    title: "Down for 5 requests",
    description:
      "The next 5 requests, whatever they want, are answered 503: nobody knows whether an order arrived. Later orders show that it did not.",
    fault: { effect: "server_error", times: 5 },
  },
  {
    title: "Slow",
    description: "The next 10 requests are answered after 5 s.",
    fault: { effect: "slow", times: 10, ms: 5000 },
  },
  {
    title: "Refuse the token once",
    description: "The next order is answered 401, though its token is good.",
    fault: { effect: "unauthorized", endpoint: "create" },
  },
];

/** Frequent troubles, one button each. */
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
      button("Revoke all tokens", "Every token given out so far is refused from now on."),
      "preset",
    ),
  ];
}
