import type { Answers, Scopes } from "../../app-bridge/messages.ts";
import { answerQuestion, page } from "./frame-channel.ts";
import { question } from "./question.ts";

/** As in shopify.app.toml. */
const OPTIONAL = ["read_all_orders", "write_orders", "write_shipping", "read_files", "write_files"];

function scopes(): Scopes {
  const granted = (page["scopes"] ?? "").split(",").filter(Boolean);
  return { granted, required: granted.filter((scope) => !OPTIONAL.includes(scope)), optional: OPTIONAL };
}

/** Shopify's dialog in which a merchant grants optional scopes to the app. */
async function request(wanted: string[]): Promise<Answers["scopes-request"]> {
  const accepted = await question({
    title: `${page["appTitle"]} needs more access`,
    text: `Allow the app to use: ${wanted.join(", ")}.`,
    no: "Cancel",
    yes: "Allow",
    harmless: true,
  });
  if (!accepted) return { result: "declined-all", detail: scopes() };
  const granted = [...new Set([...scopes().granted, ...wanted])];
  const body = JSON.stringify({ shop: page["shop"], scopes: granted });
  await fetch("/_sandbox/scopes", { method: "POST", body });
  page["scopes"] = granted.join(",");
  return { result: "granted-all", detail: scopes() };
}

/** What the app may do, and what it asks for. */
export function startScopes(): void {
  answerQuestion("scopes", scopes);
  answerQuestion("scopes-request", request);
}
