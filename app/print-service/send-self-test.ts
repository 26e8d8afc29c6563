import { request } from "undici";
import type { SelfTestResult, SelfTestWebhook, SendSelfTest } from "../ports/webhooks.ts";

const TIMEOUT_MS = 10_000;

/** Sends an event to an address of our own as the print service does (print-service: trackingAdded, orderStatusChanged). */
export const sendSelfTest: SendSelfTest = async (webhook): Promise<SelfTestResult> => {
  const startedAt = performance.now();
  const ms = () => Math.round(performance.now() - startedAt);
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const { statusCode, body } = await request(webhook.endpoint, {
      method: "POST",
      headers: { "content-type": "application/json", [webhook.accessKey]: webhook.accessToken },
      body: JSON.stringify(bodyOf(webhook)),
      signal,
      reset: true,
    });
    await body.dump();
    return { httpStatus: statusCode, ms: ms() };
  } catch {
    return { failed: signal.aborted ? "timeout" : "unreachable", ms: ms() };
  }
};

function bodyOf({ kind, reference }: SelfTestWebhook) {
  return kind === "tracking"
    ? { order_id: reference, tracking_number: "TEST", tracking_url: "" }
    : { order_id: reference, order_items: [{ item_sku: "TEST", order_status: "Test", message_error: "" }] };
}
