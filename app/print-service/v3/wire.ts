import type { Clock } from "../../ports/clock.ts";
import { setTimeout as wait } from "node:timers/promises";
import type { PrintAccountId } from "../../ports/ids.ts";
import type { ObserveUnknown, RequestBudget, RequestUse, UnknownField } from "../../ports/print-service.ts";
import { readStatus, TOO_MANY_REQUESTS, type Answer, type Body } from "../answer.ts";
import { isRecord } from "../fields.ts";
import type { Call, PrintServiceConfig, Wire } from "../request.ts";

/** How version 3 is spoken: what it says, and what a process finds out of what it leaves open. */
export interface V3Config extends PrintServiceConfig {
  budget: RequestBudget;
  clock: Clock;
  observeUnknown?: ObserveUnknown;
}

/** What this process has found out of how an account, or the service, wants to be asked. */
interface Manners {
  /** `Authorization: Bearer`, or the header of version 1. */
  header: "bearer" | "own";
  /** The query of a GET was refused, and its body was not. */
  inBody: boolean;
}

export const newManners = (): Manners => ({ header: "bearer", inBody: false });

/** Lists a day long before any order (version 3: GET /order/list). */
export const HARMLESS: Omit<Call, "token"> = {
  operation: "listOrders",
  method: "GET",
  path: "order/list",
  fields: { created_at_min: "2000-01-01 00:00:00", created_at_max: "2000-01-01 23:59:59", page: 1, limit: 50 },
  timeout: "read",
};

/** The wire of an account; without one, of calls that come before there is an account. */
export function createWire(config: V3Config, manners: Manners, accountId: PrintAccountId | null): Wire {
  const { prefix, budget, observeUnknown } = config;
  const admit = async (call: Call): Promise<number> => (accountId ? takeRequest(budget, accountId, call) : 0);
  return {
    path: "v3/",
    harmless: HARMLESS,
    authorize: (token) =>
      manners.header === "bearer"
        ? { authorization: `Bearer ${token}` }
        : { [`${prefix.toLowerCase()}-access-token`]: token },
    paramsInBody: () => manners.inBody,
    readStatus: readEnvelope,
    async around(call, send) {
      const waitMs = await admit(call);
      if (waitMs > 0) return { kind: "not_processed", reason: TOO_MANY_REQUESTS, retryAfterMs: waitMs };
      const again = async (): Promise<Answer> => {
        await admit(call);
        return send(call);
      };
      const ask = async () => readPause(await inAnotherManner(manners, call, await send(call), again));
      const { answer, pausedMs } = await ask();
      if (!accountId) {
        // Nobody counts what is asked while connecting: the copy of the account's catalog may have left no request.
        if (pausedMs === null || pausedMs > LIMIT_MS) return answer;
        await wait(pausedMs);
        return (await ask()).answer;
      }
      if (answer.kind === "ok") observeUnknown?.(accountId, call.operation, unknownFields(answer.body, prefix));
      if (pausedMs !== null) await budget.pause(accountId, pausedMs);
      return answer;
    },
  };
}

/** The limit is 50 requests in so many milliseconds. */
const LIMIT_MS = 3_000;

/**
 * `pausedMs`: for how long nothing is asked after the answer; null: the service did not say that there were too many requests. Nothing
 * shows what it answers beyond its limit, so an answer may come without a wait.
 */
function readPause(answer: Answer): { answer: Answer; pausedMs: number | null } {
  if (answer.kind !== "not_processed" || answer.reason !== TOO_MANY_REQUESTS) return { answer, pausedMs: null };
  const pausedMs = answer.retryAfterMs ?? LIMIT_MS;
  return { answer: { ...answer, retryAfterMs: pausedMs }, pausedMs };
}

/** How long a call waits for its turn, in milliseconds: a create has its claim, a person may wait for a read. */
const MAX_WAIT_MS: Record<RequestUse, number> = { send: 2_000, read: 10_000, catalog: 30_000 };
const CATALOG: readonly string[] = ["listProducts", "getProduct", "listSkus", "listShippingServices"];

const ORDER_WRITES: readonly string[] = ["payOrder", "cancelOrder", "deleteOrder"];

const useOf = ({ operation, timeout }: Call): RequestUse => {
  if (timeout === "create" || ORDER_WRITES.includes(operation)) return "send";
  return CATALOG.includes(operation) ? "catalog" : "read";
};

/** 0, or how long to wait where the account has no request left in time. */
async function takeRequest(budget: RequestBudget, accountId: PrintAccountId, call: Call): Promise<number> {
  const use = useOf(call);
  const giveUpAt = performance.now() + MAX_WAIT_MS[use];
  for (;;) {
    const waitMs = await budget.take(accountId, use);
    if (waitMs === 0 || call.deadline?.isOver()) return 0;
    if (performance.now() + waitMs > giveUpAt) return waitMs;
    await wait(waitMs);
  }
}

/**
 * Asks once more where the answer shows that the manner was wrong: the token in the other header, or the parameters of a GET in its
 * body. What works is kept. A write on an order is never repeated: the harmless call that judges its refusal finds out for the next one.
 */
async function inAnotherManner(
  manners: Manners,
  call: Call,
  answer: Answer,
  again: () => Promise<Answer>,
): Promise<Answer> {
  if (call.timeout === "create" || ORDER_WRITES.includes(call.operation)) return answer;
  if (answer.kind === "unauthorized" && call.token !== undefined) {
    const before = manners.header;
    manners.header = before === "bearer" ? "own" : "bearer";
    const other = await again();
    if (other.kind === "ok" || other.kind === "rejected") return other;
    manners.header = before;
    return answer;
  }
  const asksForParams = answer.kind === "rejected" && MISSING_PARAMS.test(answer.providerMessage);
  if (!asksForParams || call.method !== "GET" || manners.inBody) return answer;
  manners.inBody = true;
  const other = await again();
  // Nothing is found under a reference that does not exist, however it is asked for.
  if (other.kind === "ok" || (other.kind === "rejected" && !MISSING_PARAMS.test(other.providerMessage))) return other;
  manners.inBody = false;
  return answer;
}

/** The query was not read. */
const MISSING_PARAMS = /\b(required|missing|query|must (be|have|not be)|is (empty|undefined|null))\b/i;

/** `{success, message, data}`; an answer may also come as version 1 has it. */
function readEnvelope(body: Body, httpStatus: number): number | null {
  const status = readStatus(body, httpStatus);
  const success = SUCCESS.get(String(body["success"]).toLowerCase());
  if (success === undefined) return status;
  if (success) return status ?? 200;
  if (LIMITED.test(String(body["message"]))) return 429;
  if (status !== null && status >= 400) return status;
  return httpStatus >= 400 ? httpStatus : 400;
}

/** Nothing shows how the service answers beyond its limit. Read as a refusal, it would reject an order, or deny one that is there. */
const LIMITED = /\b(too many requests|rate limit)/i;

const SUCCESS = new Map([
  ["true", true],
  ["false", false],
]);

/**
 * Every key that version 3 is known to answer with. What is not here is reported, so that the next version of this adapter knows it.
 * Without the service's prefix, which stands before some.
 */
const KNOWN = new Set(
  `success message data status limit page length totalPage total error errors result data_error
  order_id order_ids id order_name order_code orderitems order_items items orders store_name created_at updated_at dtime_entered
  total_price base_fee base_cost shipping_fee tax_fee surcharge currency transaction_id amount
  firstName lastName shipping_name shipping_email shipping_phone shipping_address1 shipping_address2 shipping_city shipping_province
  shipping_province_code shipping_zip shipping_country shipping_country_code shipping_service discount_code
  item_sku item_old_sku variant_id quantity unfulfill_quantity item_quantity sku product_name variant_title mockup_url url_mockup
  template_mockup_url variant_note made_in_location product_location order_status payment_status message_error total_price_item
  tracking trackings tracking_number tracking_url trackingNumber trackingUrl carrierName carrierCode carrier_name carrier_code
  updatedAt createdAt code title availability attributes name value hexColor locations tier_cost print_areas key area width height
  file_format resolution artwork_validations variants products product_data shipping_services shipping_name shipping_code
  shipping_extra_fee endpoint access_key access_token type refresh_token transactions`.split(/\s+/),
);
const MAX_DEPTH = 8;
const MAX_FIELDS = 20;
/** Elements of an array that are looked at. */
const MAX_ELEMENTS = 5;

/** The fields of an answer that nobody knew. A key that may be somebody's data is left out, too. */
export function unknownFields(body: Body, prefix: string): UnknownField[] {
  const found = new Map<string, UnknownField>();
  const look = (value: unknown, path: string, depth: number): void => {
    if (!isRecord(value) || depth > MAX_DEPTH || found.size >= MAX_FIELDS) return;
    if (Array.isArray(value)) {
      for (const one of value.slice(0, MAX_ELEMENTS)) look(one, `${path}[]`, depth + 1);
      return;
    }
    for (const [key, inner] of Object.entries(value)) {
      const place = `${path}${path === "" ? "" : "."}${/^[A-Za-z_]{1,40}\d{0,2}$/.test(key) ? key : "(key)"}`;
      const isKnown = KNOWN.has(key) || key.startsWith("artwork_") || KNOWN.has(withoutPrefix(key, prefix));
      if (isKnown) look(inner, place, depth + 1);
      else if (found.size < MAX_FIELDS) found.set(place, { path: place, type: typeOf(inner) });
    }
  };
  look(body, "", 0);
  return [...found.values()];
}

const withoutPrefix = (key: string, prefix: string): string =>
  key.startsWith(`${prefix.toLowerCase()}_`) ? key.slice(prefix.length + 1) : key;

function typeOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return typeof value;
}
