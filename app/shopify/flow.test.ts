import { readFileSync } from "node:fs";
import { parse } from "smol-toml";
import { expect, test } from "vitest";
import type { FlowTriggerEvent } from "../ports/shopify.ts";
import { flowTrigger } from "./flow.ts";
import { gidOf } from "../ports/gid.ts";

const sku = {
  productGid: gidOf("Product", "632910392"),
  itemSku: "TEE-BLACK-M",
  countryCodes: ["US", "CA"],
  eventId: "0192f0c1-0000-7000-8000-000000000002",
};
const common = { orderGid: gidOf("Order", "450789469"), eventId: "0192f0c1-0000-7000-8000-000000000001" };
const EVENTS: FlowTriggerEvent[] = [
  {
    ...common,
    trigger: "order_attention",
    code: "rejected",
    message: "The order was rejected.",
    fix: "Fix the order.",
  },
  { ...common, trigger: "order_sent", reference: "r-1" },
  { ...common, trigger: "parcel_shipped", trackingNumber: "T1", trackingUrl: "" },
  { ...sku, trigger: "sku_rejected" },
  { ...sku, trigger: "sku_cost_changed", cost: { previous: "7.80", now: "8.10", currency: "USD" } },
];

const REFERENCES: Readonly<Record<string, string>> = { order_reference: "order_id", product_reference: "product_id" };
const REFERENCED = { order_id: 450789469, product_id: 632910392 };

interface Toml {
  extensions: { handle: string; type: string }[];
  settings: { fields: { type: string; key?: string }[] };
}

test.each(EVENTS)("the event of $trigger has the handle and exactly the fields of its extension", (event) => {
  const { handle, payload } = flowTrigger(event);
  const file = new URL(`../../extensions/${handle}/shopify.extension.toml`, import.meta.url);
  const { extensions, settings } = parse(readFileSync(file, "utf8")) as unknown as Toml;
  expect(extensions).toMatchObject([{ handle, type: "flow_trigger" }]);
  const keys = settings.fields.map(({ type, key }) => REFERENCES[type] ?? key);
  expect(Object.keys(payload).sort()).toEqual(keys.sort());
  expect(REFERENCED).toMatchObject(
    Object.fromEntries(Object.entries(payload).filter(([name]) => name.endsWith("_id"))),
  );
});
