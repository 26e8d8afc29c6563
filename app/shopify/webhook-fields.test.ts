import { describe, expect, it } from "vitest";
import { z } from "zod";
import { includeFields, readSubscriptions } from "../../sandbox/shopify/subscriptions.ts";
import { body as orderBody, line } from "../../tests/support/order-payload.ts";
import { ADDRESS_FIELDS } from "../ports/order-model.ts";
import { orderWire } from "./order-payload.ts";
import { parseShopifyWebhook } from "./webhook-topics.ts";

const SHOP = "one.myshopify.com";
const subscriptions = await readSubscriptions();
const read = (topic: string, body: unknown) => parseShopifyWebhook(topic, SHOP, Buffer.from(JSON.stringify(body)));

interface JsonSchema {
  properties?: Record<string, JsonSchema>;
  additionalProperties?: unknown;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
}

const ADDRESS_KEYS = ADDRESS_FIELDS.map((name) => name.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`));

/** The keys of an object, or of each in a list. The schema takes an address as it is; the code after it reads these. */
function keysOf(schema: JsonSchema): string[] {
  const parts = [schema, schema.items, ...(schema.anyOf ?? [])].flatMap((part) => part ?? []);
  if (parts.some((part) => part.additionalProperties)) return ADDRESS_KEYS;
  return parts.flatMap((part) => Object.keys(part.properties ?? {}));
}

/** What of a line is taken whole, and the sets of prices: Shopify's documentation shows one period, not two. */
const TAKEN_WHOLE = ["current_shipping_price_set", "total_shipping_price_set", "total_line_items_price_set"];

const fieldsRead = (): string[] =>
  Object.entries((z.toJSONSchema(orderWire, { io: "input", unrepresentable: "any" }) as JsonSchema).properties ?? {})
    .map(([key, schema]) => ({ key, inner: TAKEN_WHOLE.includes(key) ? [] : keysOf(schema) }))
    .flatMap(({ key, inner }) => (inner.length > 0 ? inner.map((each) => `${key}.${each}`) : [key]));

describe.each(["orders/create", "orders/updated", "orders/cancelled"])("%s", (topic) => {
  const fields = subscriptions.get(topic) ?? [];

  it("asks for exactly the fields that the order is read from", () => {
    expect(fields.toSorted()).toEqual(fieldsRead().toSorted());
  });

  it("asks for a field that differs each time", () => {
    expect(fields).toContain("updated_at");
  });

  it("means the same with its whole body, as earlier subscriptions send it", () => {
    const extra = { browser_ip: "203.0.113.7", client_details: { browser_ip: "203.0.113.7" } };
    const notes = { note: "Ring twice", note_attributes: [{ name: "Gift", value: "Yes" }] };
    const properties = [{ name: "Name", value: "Ada" }];
    const payment = { payment_terms: { payment_terms_type: "net" }, customer: { email: "ada@example.com", id: 5 } };
    const lines = [line({ properties, duties: [{ id: "1" }] }), line({ id: 5n, gift_card: true })];
    const whole: unknown = JSON.parse(orderBody(7, lines, { ...extra, ...notes, ...payment }));
    const cut = includeFields(whole, fields);
    expect(JSON.stringify(cut)).not.toMatch(/203\.0\.113|duties/);
    expect(read(topic, cut)).toEqual(read(topic, whole));
    expect(read(topic, whole).kind).toBe("order");
  });
});

/** A body with much that nobody reads, and the fields that are asked for only so that two events never look alike. */
const WHOLE: Record<string, { body: unknown; distinguishing: string[] }> = {
  "orders/edited": {
    body: { order_edit: { id: 5, order_id: 7, staff_note: "for Ada", line_items: { additions: [], removals: [] } } },
    distinguishing: ["order_edit.id"],
  },
  "refunds/create": {
    body: { id: 5, order_id: 7, note: "for Ada", transactions: [{ receipt: { card: "4242" } }] },
    distinguishing: ["id"],
  },
  "app/uninstalled": {
    body: { id: 1, email: "ana@example.com", myshopify_domain: SHOP, updated_at: "2026-11-22T10:00:00Z" },
    distinguishing: ["updated_at"],
  },
  "products/create": { body: product(), distinguishing: [] },
  "products/update": { body: product(), distinguishing: [] },
};

function product() {
  const variants = [{ id: 9, price: "25.00" }];
  return { id: 4, admin_graphql_api_id: "gid://shopify/Product/4", updated_at: "2026-11-22T10:00:00Z", variants };
}

const without = (fields: readonly string[], dropped: string): string[] => fields.filter((field) => field !== dropped);

describe.each(Object.entries(WHOLE))("%s", (topic, { body, distinguishing }) => {
  const fields = subscriptions.get(topic) ?? [];

  it("means the same with its whole body", () => {
    expect(read(topic, body).kind).not.toBe("unreadable");
    expect(read(topic, includeFields(body, fields))).toEqual(read(topic, body));
  });

  it("asks for nothing that is not read", () => {
    expect(fields).toEqual(expect.arrayContaining(distinguishing));
    const ids = ["id", "admin_graphql_api_id"];
    for (const field of fields.filter((each) => !distinguishing.includes(each))) {
      // Each of the two ids of a product stands in for the other.
      const left = ids.includes(field) ? fields.filter((each) => !ids.includes(each)) : without(fields, field);
      expect(read(topic, includeFields(body, left)), field).not.toEqual(read(topic, body));
    }
  });
});

it("every other body comes whole: small, without personal data, or to be kept as Shopify sends it", () => {
  const whole = [...subscriptions].flatMap(([topic, fields]) => (fields === null ? topic : []));
  expect(whole.filter((topic) => !topic.startsWith("fulfillment_orders/")).toSorted()).toEqual([
    "app/scopes_update",
    "customers/data_request",
    "customers/redact",
    "orders/risk_assessment_changed",
    "products/delete",
    "shop/redact",
  ]);
});
