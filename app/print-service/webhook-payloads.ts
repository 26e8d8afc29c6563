import { z } from "zod";
import { arrayOf, link, text } from "./fields.ts";

export interface TrackingEvent {
  reference: string;
  /** "" when the event carries none. */
  trackingNumber: string;
  /** "" when the event carries no http(s) link. */
  trackingUrl: string;
}

export interface StatusEvent {
  reference: string;
  /** `messageError` may hold personal data: encrypt it, never log it. */
  items: { itemSku: string; orderStatus: string; messageError: string | null }[];
}

/** `problem` is a code without values. */
export type WebhookParseResult<T> = { ok: true; event: T } | { ok: false; problem: string };

const MAX_BYTES = 1_000_000;
const MAX_DEPTH = 32;
const MAX_ITEMS = 1000;

const reference = text.pipe(z.string().min(1).max(255));

const tracking = z
  .object({
    order_id: reference,
    tracking_number: text.pipe(z.string().max(255)),
    tracking_url: link.pipe(z.string().max(4096)),
  })
  .transform((e): TrackingEvent => ({
    reference: e.order_id,
    trackingNumber: e.tracking_number.trim(),
    trackingUrl: e.tracking_url,
  }));

const statusItem = z
  .object({
    item_sku: text.pipe(z.string().max(255)),
    order_status: text.pipe(z.string().max(255)),
    message_error: text,
  })
  .transform((i) => ({ itemSku: i.item_sku, orderStatus: i.order_status, messageError: i.message_error || null }));

/** Counted before each is judged: a schema says of every one what is wrong with it. */
const fewItems = z.unknown().refine((items) => !Array.isArray(items) || items.length <= MAX_ITEMS);

const status = z
  .object({ order_id: reference, order_items: fewItems.pipe(arrayOf(statusItem)) })
  .transform((e): StatusEvent => ({ reference: e.order_id, items: e.order_items }));

/** Reads a tracking event (print-service: trackingAdded). Never throws. */
export const parseTrackingEvent = (body: Uint8Array): WebhookParseResult<TrackingEvent> => read(tracking, body);

/** Reads an order status event (print-service: orderStatusChanged). Never throws. */
export const parseStatusEvent = (body: Uint8Array): WebhookParseResult<StatusEvent> => read(status, body);

function read<T>(schema: z.ZodType<T>, body: Uint8Array): WebhookParseResult<T> {
  if (body.length > MAX_BYTES) return { ok: false, problem: "too_large" };
  const raw = new TextDecoder().decode(body);
  if (tooDeep(raw)) return { ok: false, problem: "too_deep" };
  let parsed: unknown;
  try {
    parsed = JSON.parse(raw);
  } catch {
    return { ok: false, problem: "not_json" };
  }
  const event = schema.safeParse(parsed);
  if (event.success) return { ok: true, event: event.data };
  const field = event.error.issues[0]?.path.find((part) => typeof part === "string") ?? "body";
  return { ok: false, problem: `unreadable_${field}` };
}

function tooDeep(raw: string): boolean {
  let depth = 0;
  let inText = false;
  for (let at = 0; at < raw.length; at++) {
    const char = raw[at];
    if (inText && char === "\\") at += 1;
    else if (char === '"') inText = !inText;
    else if (inText) continue;
    else if (char === "{" || char === "[") depth += 1;
    else if (char === "}" || char === "]") depth -= 1;
    if (depth > MAX_DEPTH) return true;
  }
  return false;
}
