import type { ApiCall, ApiResponse } from "./api-call.ts";
import type { Findings } from "./findings.ts";
import { objectsIn } from "./shapes.ts";

const KINDS = [
  ["4.7", "webhook/v1/register"],
  ["4.8", "webhook/v1/register-update-order"],
] as const;

/** What is registered, of both kinds. Asks with `list` only: nothing is registered or changed. */
export async function tryRegistrations(call: ApiCall, findings: Findings, token: string | null): Promise<void> {
  for (const [section, path] of KINDS) {
    const clause = `${section}/type-list`;
    if (token === null) {
      findings.notTried([clause], "no token");
      continue;
    }
    const response = await call("POST", path, { type: "list", endpoint: "https://example.com/", status: 1 }, token);
    findings.judge(clause, response.success, `${response.summary}; ${registered(response)}`);
  }
}

/** The interface does not show where the answer to `list` has them: wherever there is an endpoint, there is one. */
function registered({ body }: ApiResponse): string {
  const places = [body, body?.["result"], body?.["data"]].flat();
  const found = objectsIn(places).filter((place) => typeof place["endpoint"] === "string" && place["endpoint"] !== "");
  const states = found.map((place) => Object.values(place).find((value) => /^(in)?active$/i.test(String(value))));
  return found.length === 0
    ? "none is shown"
    : `${found.length} shown: ${states.map((s) => s ?? "no status").join(", ")}`;
}
