import type { Ask } from "./ask.ts";
import type { Findings } from "./findings.ts";
import type { Options } from "./options.ts";
import { kindOf } from "./shapes.ts";

/** Asks for a token by both methods. null: the method that the other calls need gave none. */
export async function tryTokens(ask: Ask, findings: Findings, options: Options): Promise<string | null> {
  const tokens = {
    post: await tryToken(ask, findings, options, "POST", "4.1"),
    get: await tryToken(ask, findings, options, "GET", "4.2"),
  };
  const given = Object.entries(tokens).flatMap(([method, token]) => (token === null ? [] : method.toUpperCase()));
  findings.judge(
    "5/1",
    given.length === 2,
    `a token by ${given.join(" and ") || "neither method: are e-mail and password right?"}`,
  );
  return tokens[options.tokenMethod];
}

async function tryToken(
  ask: Ask,
  findings: Findings,
  { email, password }: Options,
  method: "GET" | "POST",
  section: "4.1" | "4.2",
): Promise<string | null> {
  const { saw, body, success } = await ask(method, "auth/v1/token", { email, password });
  const result = body?.["result"];
  const token = typeof result === "object" && result !== null ? Object(result)["access_token"] : undefined;
  const usable = typeof token === "string" && /^[\x21-\x7e]+$/.test(token);
  findings.judge(`${section}/${method.toLowerCase()}`, success, saw);
  findings.judge(`${section}/answer`, usable, `access_token: ${kindOf(token)}`);
  if (body) {
    findings.judge("2.2/status", body["status"] === 200, `status: ${kindOf(body["status"])}`);
    findings.judge("2.2/message", typeof body["message"] === "string", `message: ${kindOf(body["message"])}`);
  }
  findings.judge("2.2/access_token", usable, `access_token: ${kindOf(token)}`);
  return usable ? token : null;
}
