import { z } from "zod";
import { parseJson } from "../common/lossless-json.ts";
import type { ParsedWebhook } from "../ports/webhooks.ts";
import {
  arrayOf,
  entriesOf,
  isRecord,
  looseText,
  message,
  reference as referenceField,
  text,
  trackingLink,
} from "./fields.ts";

const MAX_BYTES = 1_000_000;
const MAX_DEPTH = 32;
const MAX_ITEMS = 1000;

const reference = referenceField.pipe(z.string().min(1).max(255));

/** The order's ids: ours, that of the service (version 3, with the prefix before it), or both. */
function named(event: Record<string, unknown>): { reference: string; serviceOrderId?: string } | null {
  const key = Object.keys(event).find((one) => /^[a-z0-9]+_order_id$/.test(one));
  const id = key === undefined ? "" : looseText.parse(event[key]).slice(0, 255);
  const own = reference.safeParse(event["order_id"]);
  if (!own.success && id === "") return null;
  return { reference: own.data ?? "", ...(id === "" ? {} : { serviceOrderId: id }) };
}

const number = text.pipe(z.string().max(255)).transform((value) => value.trim());

/** Version 3 may name the carrier. Whatever it is, the event counts. */
const carrierIn = (event: Record<string, unknown>): { carrier?: string } => {
  const names = ["carrierName", "carrier_name", "carrierCode", "carrier_code"].map((key) =>
    looseText.parse(event[key]),
  );
  const carrier = names.find((name) => name !== "")?.slice(0, 255);
  return carrier === undefined ? {} : { carrier };
};

/** Flat as in version 1, or in camel case, as version 3 has it in its detail, and may have it in events. */
const oneTracking = z.preprocess(
  (entry) =>
    isRecord(entry) && !Array.isArray(entry)
      ? {
          tracking_number: entry["tracking_number"] ?? entry["trackingNumber"],
          tracking_url: entry["tracking_url"] ?? entry["trackingUrl"],
          ...carrierIn(entry),
        }
      : entry,
  z
    .object({ tracking_number: number, tracking_url: trackingLink, carrier: z.string().optional() })
    .transform(({ tracking_number: trackingNumber, tracking_url: trackingUrl, carrier }) => ({
      ...{ trackingNumber, trackingUrl },
      ...(carrier === undefined ? {} : { carrier }),
    })),
);

const tracking = z.looseObject({}).transform((event, ctx): ParsedWebhook => {
  const order = named(event);
  if (!order) return fail(ctx, "order_id");
  // The fields of version 1 count beside a list, which may be empty.
  const nested = [event["trackings"], event["tracking"]].filter(isRecord).flatMap(entriesOf);
  const isFlat = nested.length === 0 || looseText.parse(event["tracking_number"]) !== "";
  const read = manyTrackings.safeParse(isFlat ? [event, ...nested] : nested);
  if (!read.success)
    return fail(ctx, String(read.error.issues[0]?.path.find((part) => typeof part === "string") ?? "trackings"));
  const [first = { trackingNumber: "", trackingUrl: "" }, ...others] = read.data;
  return { kind: "tracking", ...order, ...first, ...(others.length > 0 ? { others } : {}) };
});

function fail(ctx: z.RefinementCtx, field: string): never {
  ctx.addIssue({ code: "custom", path: [field], message: "unreadable" });
  return z.NEVER;
}

const statusItem = z
  .object({
    item_sku: text.pipe(z.string().max(255)),
    order_status: text.pipe(z.string().max(255)),
    message_error: message,
  })
  .transform((i) => ({ itemSku: i.item_sku, orderStatus: i.order_status, messageError: i.message_error || null }));

/** Counted before the items are parsed: a schema collects an issue for each wrong item. */
const fewItems = z.unknown().refine((items) => !Array.isArray(items) || items.length <= MAX_ITEMS);

const manyTrackings = fewItems.pipe(arrayOf(oneTracking));

const status = z
  .looseObject({ order_items: fewItems.pipe(arrayOf(statusItem)) })
  .transform((event, ctx): ParsedWebhook => {
    const order = named(event);
    return order ? { kind: "status", ...order, items: event.order_items } : fail(ctx, "order_id");
  });

/** Reads an event: tracking (print-service: trackingAdded) or order-status (orderStatusChanged). Never throws. */
export function parsePrintServiceWebhook(topic: string, body: Uint8Array): ParsedWebhook {
  switch (topic) {
    case "tracking":
      return read(tracking, body);
    case "order-status":
      return read(status, body);
    default:
      return { kind: "no_action" };
  }
}

function read(schema: z.ZodType<ParsedWebhook>, body: Uint8Array): ParsedWebhook {
  const unreadable = (problem: string): ParsedWebhook => ({ kind: "unreadable", problem });
  if (body.length > MAX_BYTES) return unreadable("too_large");
  const raw = new TextDecoder().decode(body);
  if (tooDeep(raw)) return unreadable("too_deep");
  // Of the text, not the body: decoding took a byte order mark away.
  const json = parseJson(Buffer.from(raw));
  if (!json) return unreadable("not_json");
  const event = schema.safeParse(json.value);
  if (event.success) return event.data;
  const field = event.error.issues[0]?.path.find((part) => typeof part === "string") ?? "body";
  return unreadable(`unreadable:${field}`);
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

/** An event as the print service sends it (print-service: trackingAdded, orderStatusChanged), with the topic of its delivery. */
export function writeWebhook(webhook: Extract<ParsedWebhook, { kind: "tracking" | "status" }>): {
  topic: string;
  body: Buffer;
} {
  const { kind, reference: order_id } = webhook;
  const body =
    kind === "tracking"
      ? { order_id, tracking_number: webhook.trackingNumber, tracking_url: webhook.trackingUrl }
      : { order_id, order_items: webhook.items.map(itemFields) };
  return { topic: kind === "tracking" ? "tracking" : "order-status", body: Buffer.from(JSON.stringify(body)) };
}

const itemFields = (item: { itemSku: string; orderStatus: string; messageError: string | null }) => ({
  item_sku: item.itemSku,
  order_status: item.orderStatus,
  message_error: item.messageError ?? "",
});
