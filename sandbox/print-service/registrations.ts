import { z } from "zod";
import { ApiError } from "./responses.ts";
import type { JsonResponse } from "./responses.ts";
import type { Settings } from "./options.ts";
import { parse } from "./order-body.ts";
import type { EventKind, Registration, Store } from "./store.ts";

const request = z.object({
  type: z.enum(["list", "create", "update"]),
  endpoint: z.url({ protocol: /^https?$/ }).optional(),
  status: z.union([z.literal(0), z.literal(1)]).default(1),
  access_key: z
    .string()
    .regex(/^[A-Za-z0-9-]*$/, "must be a header name")
    .default(""),
  access_token: z.string().default(""),
});

const PAYLOADS: Record<EventKind, unknown> = {
  tracking: { order_id: "String", tracking_number: "String", tracking_url: "String" },
  order_status: {
    order_id: "String",
    order_items: [{ item_sku: "String", order_status: "String", message_error: "String" }],
  },
};

/**
 * print-service: registerTrackingWebhook, registerOrderStatusWebhook. An account has one registration of each kind; a
 * second `create` replaces it.
 */
export function register(
  store: Store,
  settings: Settings,
  account: string,
  kind: EventKind,
  contentType: string | undefined,
  body: unknown,
): JsonResponse {
  if (!/^application\/json\s*(;|$)/i.test(contentType ?? ""))
    throw new ApiError(415, "only application/json is supported");
  const read = parse(request, body);
  const at = store.registrations.findIndex((r) => r.account === account && r.kind === kind && !r.isVersion3);
  if (read.type === "list") return shown(settings, store.registrations[at], kind);
  if (read.endpoint === undefined) throw new ApiError(400, "endpoint is required");
  if (read.type === "update" && at < 0) throw new ApiError(404, "no webhook is registered");
  const registration: Registration = {
    account,
    kind,
    endpoint: read.endpoint,
    active: read.status === 1,
    accessKey: read.access_key,
    accessToken: read.access_token,
  };
  if (at < 0) store.registrations.push(registration);
  else store.registrations[at] = registration;
  return shown(settings, registration, kind);
}

function shown(settings: Settings, found: Registration | undefined, kind: EventKind): JsonResponse {
  const body: Record<string, unknown> = { status: 200, message: "Success" };
  if (!found) return { httpStatus: 200, body };
  const key = found.accessKey === "" ? {} : { [found.accessKey]: "<ACCESS_TOKEN>" };
  return {
    httpStatus: 200,
    body: {
      ...body,
      endpoint: found.endpoint,
      access_key: found.accessKey,
      access_token: found.accessToken,
      [settings.statusTextField]: found.active ? "Active" : "Inactive",
      request_body: PAYLOADS[kind],
      request_header: { "Content-Type": "application/json", ...key },
    },
  };
}
