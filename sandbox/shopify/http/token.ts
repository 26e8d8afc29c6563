import type { IncomingMessage, ServerResponse } from "node:http";
import type { Core } from "../core.ts";
import type { Shop } from "../model.ts";
import { answerTokenRequest } from "../oauth/endpoint.ts";
import { readBody, sendJson, sendPage } from "./reply.ts";

/** POST /admin/oauth/access_token, as JSON or as a form. */
export async function answerToken(
  core: Core,
  shop: Shop,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const text = await readBody(request);
  const fault = core.faults.take(["token"]);
  if (fault === "500-before") return sendPage(response, 500, "Internal Server Error");
  if (fault === "throttled" || core.tokenBucket?.take(1) === false)
    return sendJson(response, 429, { errors: "Throttled" });
  if (fault === "unauthorized") return sendJson(response, 401, { error: "unauthorized" });
  const isForm = String(request.headers["content-type"] ?? "").includes("form-urlencoded");
  const body = isForm ? Object.fromEntries(new URLSearchParams(text)) : readFields(text);
  const answer = answerTokenRequest(core.app, core.tokens, core.store.clock, shop, body);
  if (fault === "timeout") return;
  if (fault === "reset-after") {
    response.socket?.resetAndDestroy();
    return;
  }
  if (fault === "500-after") return sendPage(response, 500, "Internal Server Error");
  if (fault === "garbage") return sendPage(response, 200, "Something is being improved");
  sendJson(response, answer.status, answer.body);
}

function readFields(text: string): Record<string, unknown> {
  try {
    const read: unknown = JSON.parse(text);
    return typeof read === "object" && read !== null ? (read as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
