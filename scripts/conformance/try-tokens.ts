import type { ApiCall, ApiResponse } from "./api-call.ts";
import type { Findings } from "./findings.ts";
import type { Options } from "./options.ts";
import { kindOf } from "./shapes.ts";

/**
 * Asks for a token by both methods. null: the method that the other calls need gave none.
 * Their token is asked for last: a service may end an account's older tokens with each new one.
 */
export async function tryTokens(call: ApiCall, findings: Findings, options: Options): Promise<string | null> {
  const { email, password, tokenMethod } = options;
  const other = tokenMethod === "post" ? "get" : "post";
  const token = (method: "get" | "post") =>
    call(method === "get" ? "GET" : "POST", "auth/v1/token", { email, password });
  const response = { [other]: await token(other), [tokenMethod]: await token(tokenMethod) } as Record<
    "get" | "post",
    ApiResponse
  >;
  const tokens = {
    post: checkToken(findings, response.post, "4.1/post", "4.1/answer"),
    get: checkToken(findings, response.get, "4.2/get", "4.2/answer"),
  };
  const given = Object.entries(tokens).flatMap(([method, one]) => (one === null ? [] : method.toUpperCase()));
  findings.judge(
    "5/1",
    given.length === 2,
    `a token by ${given.join(" and ") || "neither method: are e-mail and password right?"}`,
  );
  return tokens[tokenMethod];
}

function checkToken(findings: Findings, response: ApiResponse, clause: string, answered: string): string | null {
  const { summary, body, success } = response;
  const result = body?.["result"];
  const token = typeof result === "object" && result !== null ? Object(result)["access_token"] : undefined;
  const usable = typeof token === "string" && /^[\x21-\x7e]+$/.test(token);
  findings.judge(clause, success, summary);
  findings.judge(answered, usable, `access_token: ${kindOf(token)}`);
  if (body) {
    findings.judge("2.2/status", body["status"] === 200, `status: ${kindOf(body["status"])}`);
    findings.judge("2.2/message", typeof body["message"] === "string", `message: ${kindOf(body["message"])}`);
  }
  findings.judge("2.2/access_token", usable, `access_token: ${kindOf(token)}`);
  return usable ? token : null;
}
