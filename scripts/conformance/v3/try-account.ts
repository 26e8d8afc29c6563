import { createApiCall } from "../api-call.ts";
import type { ApiCall, ApiResponse, Body, Wire } from "../api-call.ts";
import { collectFindings } from "../findings.ts";
import type { Finding, Findings } from "../findings.ts";
import { kindOf, objectsIn } from "../shapes.ts";
import { FACTS } from "./facts.ts";

export interface Version3Options {
  url: string;
  prefix: string;
  /** null: asked for with e-mail and password. */
  token: string | null;
  email: string;
  password: string;
  /** Makes 51 requests at once, which the service may resent. */
  tryLimit: boolean;
}

const DAYS = 30;
const DAY_MS = 86_400_000;

/** The three ways to ask: with the token in either header, and with parameters of a GET in the body. */
interface Calls {
  own: ApiCall;
  bearer: ApiCall;
  inBody: ApiCall;
}

/** Tries what reading alone can show of version 3. */
export async function tryVersion3(options: Version3Options, now: Date): Promise<Finding[]> {
  const collected = collectFindings();
  const calls = createCalls(options);
  const token = await tryTokens(calls, collected, options);
  if (token !== null) {
    await tryCatalog(calls.bearer, collected, token);
    await tryOrders(calls, collected, options.prefix, token, now);
    await tryWebhooks(calls.bearer, collected, token);
    if (options.tryLimit) await tryLimit(calls.bearer, collected, token);
    else collected.notTried(["account/limit"], "no --try-limit");
  }
  for (const { id, unseen } of FACTS)
    collected.notTried([id], unseen ?? (token === null ? "no token" : "nothing to see it by"));
  const found = new Map(collected.all().map((one) => [one.clause, one]));
  return FACTS.flatMap(({ id }) => found.get(id) ?? []);
}

function createCalls({ url, prefix }: Version3Options): Calls {
  const base = `${url}/v3`;
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  const own = (token: string) => ({ [`${prefix.toLowerCase()}-access-token`]: token });
  const succeeded = (body: Body) => body["success"] === true || body["status"] === 200;
  const call = (tokenHeaders: Wire["tokenHeaders"], getParams: "query" | "body") =>
    createApiCall({ base, tokenHeaders, getParams, succeeded });
  return { own: call(own, "query"), bearer: call(bearer, "query"), inBody: call(bearer, "body") };
}

async function tryTokens(calls: Calls, findings: Findings, options: Version3Options): Promise<string | null> {
  const { email, password } = options;
  let byPassword: string | null = null;
  if (email === "" || password === "") findings.notTried(["account/password"], "no --email");
  else {
    const { body, summary } = await calls.bearer("POST", "auth/token", { email, password });
    const data: Body = Object(body?.["data"] ?? body?.["result"]);
    const given = data["access_token"];
    byPassword = typeof given === "string" && given !== "" ? given : null;
    findings.judge("account/password", byPassword !== null, `${summary}; access_token: ${kindOf(given)}`);
  }
  const token = options.token ?? byPassword;
  const read = (call: ApiCall, withToken?: string) => call("GET", "webhooks", { type: "order" }, withToken);
  const without = await read(calls.bearer);
  findings.judge("account/without-token", !without.success, without.summary);
  findings.judge("account/refusal", typeof without.body?.["message"] === "string", shapeOf(without));
  if (token === null) return null;
  const [bearer, own] = [await read(calls.bearer, token), await read(calls.own, token)];
  findings.judge("account/bearer", bearer.success, bearer.summary);
  findings.judge("account/own-header", own.success, own.summary);
  const { body } = bearer.success ? bearer : own;
  const isEnvelope = body?.["success"] === true && typeof body["message"] === "string" && "data" in body;
  findings.judge("account/success", isEnvelope, shapeOf(bearer));
  return bearer.success ? token : null;
}

async function tryCatalog(call: ApiCall, findings: Findings, token: string): Promise<void> {
  const listed = await call("GET", "products/list", { page: 1, limit: 10 }, token);
  const products = dataIn(listed);
  const [first] = products;
  const variants = products.flatMap((one) => objectsIn(one["variants"]));
  const locations = variants.flatMap((one) => objectsIn(one["locations"]));
  const areas = locations.flatMap((one) => objectsIn(one["print_areas"]));
  checkPresence(findings, "catalog/list", products, [
    "product_name",
    "code",
    "mockup_url",
    "template_mockup_url",
    "variants",
  ]);
  checkPresence(findings, "catalog/variant", variants, [
    "variant_title",
    "item_sku",
    "variant_id",
    "availability",
    "attributes",
    "locations",
  ]);
  checkPresence(findings, "catalog/old-skus", variants, ["item_old_sku"]);
  checkPresence(findings, "catalog/location", locations, ["base_cost", "print_areas", "made_in_location"]);
  checkPresence(findings, "catalog/print-area", areas, ["key", "width", "height", "file_format", "resolution"]);
  // A print of 1 to 60 inches: no other unit gives that for all areas.
  const inches = areas.map((area) => Number(area["width"]) / Number(area["resolution"]));
  const least = Math.min(...inches).toFixed(1);
  if (inches.length > 0)
    findings.judge(
      "catalog/pixels",
      inches.every((one) => one >= 0.5 && one <= 60),
      `width / resolution from ${least} to ${Math.max(...inches).toFixed(1)}`,
    );
  if (first) {
    const { body, summary } = await call("POST", "products/detail", { code: first["code"] }, token);
    const same = Object(body?.["data"])["code"] === first["code"];
    findings.judge("catalog/detail", same, `${summary}; ${same ? "the product" : "not the product"}`);
    await tryShipping(call, findings, token, variants);
  }
  await trySkus(call, findings, token);
}

async function trySkus(call: ApiCall, findings: Findings, token: string): Promise<void> {
  const products = dataIn(await call("GET", "products/list-sku-catalogs", {}, token));
  const variants = products.flatMap((one) => objectsIn(one["variants"]));
  checkPresence(findings, "catalog/skus", variants, ["sku", "title", "variant_id"]);
  if (variants.length === 0) return;
  findings.judge("catalog/size", products.length >= 100, `${products.length} products, ${variants.length} variants`);
  const spaced = variants.filter((one) => String(one["sku"]).includes(" ")).length;
  findings.judge("catalog/sku-spaces", spaced > 0, `${spaced} of ${variants.length} SKUs`);
}

async function tryShipping(call: ApiCall, findings: Findings, token: string, variants: Body[]): Promise<void> {
  const sku = String(variants[0]?.["item_sku"]);
  const { body } = await call("POST", "products/retrieved-shipping-methods", { sku: [sku], variant_id: [] }, token);
  const found = objectsIn(Object(body?.["data"])["product_data"]).flatMap((one) => objectsIn(one["locations"]));
  const places = found.flatMap((one) => objectsIn(one["product_location"]));
  const services = places.flatMap((one) => objectsIn(one["shipping_services"]));
  const fields = ["shipping_name", "shipping_code", "tax_fee", "shipping_fee", "shipping_extra_fee"];
  checkPresence(findings, "catalog/shipping", services, fields);
  const codes = [...new Set(places.map((one) => String(one["code"])))].filter((code) => /^[\w -]{1,20}$/.test(code));
  if (codes.length > 0) findings.judge("catalog/destination", codes.length > 1, `codes: ${codes.join(", ")}`);
  const question = {
    shipping_country_code: "US",
    shipping_province_code: "CA",
    order_items: [{ item_sku: sku, quantity: 1 }],
  };
  const price = await call("POST", "order/calculate-price", question, token);
  findings.judge("catalog/price", price.success, `${price.summary}; data: ${fieldsOf(price.body?.["data"])}`);
}

async function tryOrders(calls: Calls, findings: Findings, prefix: string, token: string, now: Date): Promise<void> {
  // A day more at either end: the service's clock may be in any zone.
  const range = {
    created_at_min: `${dayOf(now, -DAYS)} 00:00:00`,
    created_at_max: `${dayOf(now, 1)} 23:59:59`,
  };
  const call = await findCall(calls, findings, token);
  const answered = await call("GET", "order/list", { ...range, page: 1, limit: 100 }, token);
  const paged = ["limit", "page", "length", "totalPage"].map((name) => `${name}: ${kindOf(answered.body?.[name])}`);
  findings.judge(
    "account/paging",
    paged.every((one) => one.endsWith("number")),
    paged.join(", "),
  );
  findings.judge("orders/range", answered.success, `asked for ${DAYS} days: ${answered.summary}`);
  const rows = dataIn(answered);
  findings.judge("orders/limit-100", answered.success && rows.length <= 100, `asked for 100, ${rows.length} came`);
  const idField = `${prefix}_order_id`;
  checkPresence(findings, "orders/list", rows, [idField, "order_name", "total_price"]);
  const lines = rows.flatMap((row) => objectsIn(row["orderitems"] ?? row["order_items"]));
  if (rows.length > 0)
    findings.judge(
      "orders/lines",
      rows.every((row) => Array.isArray(row["orderitems"])),
      keysOf(rows),
    );
  checkPresence(findings, "orders/line", lines, ["item_sku", "order_status"], wordsOf(lines));
  const withTracking = rows.filter((row) => "trackings" in row).length;
  if (rows.length > 0)
    findings.judge("orders/list-tracking", withTracking === 0, `${withTracking} of ${rows.length} rows have it`);
  const names = rows.map((row) => String(row["order_name"]));
  const repeated = names.length - new Set(names).size;
  if (repeated > 0) findings.judge("orders/several", true, `${repeated} rows repeat an order_name`);
  if (rows.length > 0) await tryDetails(call, findings, idField, token, rows);
  for (const [fact, path] of [
    ["orders/transactions", "transaction/list"],
    ["orders/paid-orders", "transaction/order-list"],
  ] as const) {
    const { summary, success, body } = await call("GET", path, range, token);
    findings.judge(fact, success, `${summary}; ${keysOf(objectsIn(body?.["data"]))}`);
  }
}

/**
 * Where parameters of a GET go. A service that overlooks them answers all the same, so the limit that the answer names
 * is the proof.
 */
async function findCall(calls: Calls, findings: Findings, token: string): Promise<ApiCall> {
  const works = async (call: ApiCall, fact: string) => {
    const { summary, body, success } = await call("GET", "order/list", { page: 1, limit: 7 }, token);
    const isUsed = success && Number(body?.["limit"]) === 7;
    findings.judge(fact, isUsed, `${summary}; the limit was ${isUsed ? "used" : "not used"}`);
    return isUsed;
  };
  const byQuery = await works(calls.bearer, "account/query");
  const byBody = await works(calls.inBody, "account/body");
  return byBody && !byQuery ? calls.inBody : calls.bearer;
}

/** The newest orders, whose details tell of prices and tracking. */
async function tryDetails(
  call: ApiCall,
  findings: Findings,
  idField: string,
  token: string,
  rows: Body[],
): Promise<void> {
  const [first] = rows as [Body];
  const name = String(first["order_name"]);
  const searched = dataIn(await call("GET", "order/list", { search: name, page: 1, limit: 100 }, token));
  const isFound = searched.length > 0 && searched.every((row) => String(row["order_name"]).includes(name));
  findings.judge("orders/search", isFound, `${searched.length} rows`);
  const byName = await call("GET", "order/detail", { order_name: name }, token);
  findings.judge("orders/detail-by-name", byName.success && ordersIn(byName).length > 0, byName.summary);
  const orders: Body[] = [];
  for (const row of rows.slice(0, 10)) {
    const answer = await call("GET", "order/detail", { [idField]: row[idField] }, token);
    const found = ordersIn(answer);
    findings.judge("orders/detail-by-id", found[0]?.[idField] === row[idField], answer.summary);
    findings.judge(
      "orders/detail-array",
      Array.isArray(answer.body?.["data"]),
      `data: ${kindOf(answer.body?.["data"])}`,
    );
    orders.push(...found);
  }
  checkPresence(findings, "orders/fees", orders, ["base_fee", "shipping_fee", "tax_fee", "surcharge", "total_price"]);
  const trackings = orders.flatMap((order) => objectsIn(order["trackings"]));
  checkPresence(findings, "orders/tracking", trackings, [
    "trackingNumber",
    "trackingUrl",
    "carrierName",
    "carrierCode",
  ]);
  const unpaid = orders.filter((order) => isUnpaid(order));
  const priced = unpaid.filter((order) => Number(order["total_price"]) !== 0).length;
  if (unpaid.length > 0)
    findings.judge("orders/zero-until-paid", priced === 0, `${priced} of ${unpaid.length} unpaid orders have a price`);
}

async function tryWebhooks(call: ApiCall, findings: Findings, token: string): Promise<void> {
  for (const type of ["order", "tracking"]) {
    const { body, success, summary } = await call("GET", "webhooks", { type }, token);
    const data = body?.["data"];
    findings.judge("webhooks/get", success, `${summary}; ${fieldsOf(data)}`);
    const isShown = objectsIn([data].flat()).some((one) => "endpoint" in one);
    if (success && !isShown) findings.judge("webhooks/none", data === null, `data: ${kindOf(data)}`);
  }
}

async function tryLimit(call: ApiCall, findings: Findings, token: string): Promise<void> {
  const answers = await Promise.all(
    Array.from({ length: 60 }, () => call("GET", "webhooks", { type: "order" }, token)),
  );
  const refused = answers.filter(({ httpStatus, success }) => httpStatus === 429 || !success);
  const kinds = [...new Set(refused.map(shapeOf))].join("; ");
  findings.judge(
    "account/limit",
    refused.length > 0,
    `${refused.length} of 60 at once were refused${kinds && `: ${kinds}`}`,
  );
}

const dataIn = ({ body }: ApiResponse): Body[] => objectsIn(body?.["data"]);
const ordersIn = ({ body }: ApiResponse): Body[] => objectsIn([body?.["data"] ?? []].flat());
const isUnpaid = (order: Body): boolean =>
  [order, ...objectsIn(order["orderitems"] ?? order["order_items"])].some(
    (one) => String(one["payment_status"]).toLowerCase() === "unpaid",
  );

/** Confirmed where each thing has each field. */
function checkPresence(findings: Findings, fact: string, things: Body[], fields: string[], also = ""): void {
  if (things.length === 0) return findings.notTried([fact], "nothing to see it by");
  const missing = fields.filter((field) => things.some((thing) => thing[field] === undefined));
  const seen = `${things.length} seen${also && `; ${also}`}; ${keysOf(things)}`;
  findings.judge(
    fact,
    missing.length === 0,
    missing.length === 0 ? seen : `without ${missing.join(", ")}; ${keysOf(things)}`,
  );
}

/** Names of fields without their values: what nobody knew of shows here. */
function keysOf(things: Body[]): string {
  const keys = [...new Set(things.flatMap((thing) => Object.keys(thing)))].filter((key) => /^\w{1,40}$/.test(key));
  return `fields: ${keys.toSorted().join(", ") || "none"}`;
}

const fieldsOf = (value: unknown): string =>
  typeof value === "object" && value !== null ? keysOf(objectsIn([value].flat())) : kindOf(value);

const shapeOf = ({ summary, body }: ApiResponse): string => `${summary}; ${body ? keysOf([body]) : "no body"}`;

function wordsOf(lines: Body[]): string {
  const words = lines
    .flatMap((line) => [line["order_status"], line["payment_status"]])
    .filter((one) => typeof one === "string");
  const known = [...new Set(words)].filter((word) => /^[a-z _-]{1,30}$/i.test(word));
  return `statuses: ${known.toSorted().join(", ") || "none"}`;
}

const dayOf = (now: Date, days: number): string => new Date(now.getTime() + days * DAY_MS).toISOString().slice(0, 10);
