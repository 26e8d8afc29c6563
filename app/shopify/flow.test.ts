import { readFileSync } from "node:fs";
import { parse } from "smol-toml";
import { expect, test } from "vitest";
import type { FlowTriggerEvent } from "../ports/shopify.ts";
import { flowTrigger } from "./flow.ts";
import { gidOf } from "../ports/gid.ts";

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
];

interface Toml {
  extensions: { handle: string; type: string }[];
  settings: { fields: { type: string; key?: string }[] };
}

test.each(EVENTS)("the event of $trigger has the handle and exactly the fields of its extension", (event) => {
  const { handle, payload } = flowTrigger(event);
  const file = new URL(`../../extensions/${handle}/shopify.extension.toml`, import.meta.url);
  const { extensions, settings } = parse(readFileSync(file, "utf8")) as unknown as Toml;
  expect(extensions).toMatchObject([{ handle, type: "flow_trigger" }]);
  const keys = settings.fields.map(({ type, key }) => (type === "order_reference" ? "order_id" : key));
  expect(Object.keys(payload).sort()).toEqual(keys.sort());
  expect(payload["order_id"]).toBe(450789469);
});
