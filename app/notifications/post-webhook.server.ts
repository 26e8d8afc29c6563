import { createHmac } from "node:crypto";
import { request, type Dispatcher } from "undici";
import { PrivateAddressError, publicDispatcher } from "../artwork/artwork-fetch.server.ts";
import { parseArtworkLink } from "../artwork/artwork-link.ts";
import { HOUR_MS, SECOND_MS } from "../ports/clock.ts";
import type { Notifier, NotifyResult, WebhookMessage } from "../ports/notify.ts";
import type { ObserveCall } from "../ports/observe.ts";
import { connectionFailureOf, neverSent, readText } from "../ports/transport.ts";
import { resultName } from "./send-email.server.ts";

interface Options {
  /** Of the whole exchange. */
  timeoutMs: number;
  /** By default one that reaches public addresses only. */
  dispatcher?: Dispatcher;
  observe?: ObserveCall;
}

const MAX_ANSWER_BYTES = 16_384;
const ANSWER_LENGTH = 300;

/**
 * Posts messages to addresses that merchants chose: guarded as artwork links are, and no redirect is followed. The body is what
 * Slack's incoming webhooks take; other chats refuse fields that they do not know. The signature is that of the Standard Webhooks
 * (standardwebhooks.com), which has a library in most languages.
 */
export function createPostWebhook(options: Options): Notifier["webhook"] {
  const dispatcher = options.dispatcher ?? publicDispatcher(options.timeoutMs);
  return async (message) => {
    const startedAt = performance.now();
    const result = await post(message, dispatcher, options.timeoutMs);
    const ms = performance.now() - startedAt;
    options.observe?.({ system: "merchant_webhook", operation: "post", isWrite: true, result: resultName(result), ms });
    return result;
  };
}

async function post(
  { id, url, secret, at, text }: WebhookMessage,
  dispatcher: Dispatcher,
  timeoutMs: number,
): Promise<NotifyResult> {
  const link = parseArtworkLink(url);
  if (!link.ok) return { outcome: "rejected", problem: link.reason };
  const body = JSON.stringify({ text });
  const timestamp = String(Math.floor(at.getTime() / SECOND_MS));
  const headers = {
    "content-type": "application/json",
    "user-agent": "Inkbridge",
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": sign(secret, `${id}.${timestamp}.${body}`),
  };
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await request(link.url, { method: "POST", headers, body, dispatcher, signal });
    response.body.on("error", () => {});
    // The status says what became of the message, whether or not the rest of the answer comes.
    const answer = (await readText(response.body, MAX_ANSWER_BYTES).catch(() => null)) ?? "";
    return resultOf(response, answer.slice(0, ANSWER_LENGTH));
  } catch (error) {
    if (error instanceof PrivateAddressError) return { outcome: "rejected", problem: "private_address" };
    const outcome = neverSent(error) ? "not_processed" : "uncertain";
    return { outcome, problem: connectionFailureOf(error) ?? "no_answer" };
  }
}

export function sign(secret: string, content: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  return `v1,${createHmac("sha256", key).update(content).digest("base64")}`;
}

/** These say that the request was not processed, and may be repeated. */
const LATER = [408, 425, 429, 503];

function resultOf({ statusCode: status, headers }: Dispatcher.ResponseData, answer: string): NotifyResult {
  if (status < 300) return { outcome: "sent", status, answer };
  if (status < 400) return { outcome: "rejected", problem: "redirect", status, answer };
  if (LATER.includes(status)) {
    const seconds = Number(headers["retry-after"] ?? 0);
    const retryAfterMs = seconds > 0 ? Math.min(seconds * SECOND_MS, HOUR_MS) : 0;
    return { outcome: "not_processed", problem: "answer", status, answer, retryAfterMs };
  }
  return { outcome: status < 500 ? "rejected" : "uncertain", problem: "answer", status, answer };
}
