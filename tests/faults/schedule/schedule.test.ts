import { expect, it } from "vitest";
import { EFFECT_NAMES } from "../../../sandbox/print-service/fault-effects.ts";
import { DEFAULT_LISTING } from "../../../sandbox/print-service/index.ts";
import {
  ACTION_FAILPOINTS,
  CATALOG_FAILPOINTS,
  FAILPOINTS,
  FILE_FAILPOINTS,
  WRITE_FAILPOINTS,
} from "../environment/failpoints.ts";
import {
  CHANGES,
  FORGERIES,
  MALFORMED_BODIES,
  PRINT_SERVICE_EFFECTS,
  SHOPIFY_FAULT_KINDS,
  type Schedule,
} from "./plan.ts";
import { planSeed } from "./schedule.ts";
import { REJECTIONS, REPEAT_STRIKES, SPOILT_WRITES } from "./targeted-fault-types.ts";

const seeds = Array.from({ length: 200 }, (_, at) => planSeed(at + 1, 50));

it("is the same for the same seed, and another for another", () => {
  expect(planSeed(7, 50)).toEqual(planSeed(7, 50));
  expect(planSeed(7, 50)).not.toEqual(planSeed(8, 50));
});

it("goes by time, and names only orders and shops that are there", () => {
  for (const { steps, orders, shops } of seeds) {
    const keys = new Set(orders.map((order) => order.key));
    expect(keys.size).toBe(50);
    expect(steps.map((step) => step.at)).toEqual(steps.map((step) => step.at).toSorted((a, b) => a - b));
    for (const step of steps) {
      if ("order" in step) expect(keys).toContain(step.order);
      if ("shop" in step) expect(shops[step.shop]).toBeDefined();
    }
    for (const order of orders) expect(shops[order.shop]).toBeDefined();
  }
});

it("knows every effect of the stand-in", () => {
  expect([...PRINT_SERVICE_EFFECTS].sort()).toEqual([...EFFECT_NAMES].sort());
});

/** What the steps of these schedules name of one thing. */
const named = (all: Schedule[], of: (step: Schedule["steps"][number]) => string | undefined) =>
  new Set(all.flatMap(({ steps }) => steps.flatMap((step) => of(step) ?? [])));

it("brings over 200 seeds every fault that there is", () => {
  const missing = (expected: readonly string[], found: Set<string>) => expected.filter((one) => !found.has(one));
  expect(
    missing(
      FAILPOINTS,
      named(seeds, (s) => (s.do === "failpoint" ? s.point : undefined)),
    ),
  ).toEqual([]);
  expect(
    missing(
      [...ACTION_FAILPOINTS, ...CATALOG_FAILPOINTS, ...FILE_FAILPOINTS],
      named(seeds, (s) => ("crash" in s ? s.crash?.point : undefined)),
    ),
  ).toEqual([]);
  expect(
    missing(
      CHANGES,
      named(seeds, (s) => (s.do === "change order" ? s.change : undefined)),
    ),
  ).toEqual([]);
  expect(
    missing(
      PRINT_SERVICE_EFFECTS,
      named(seeds, (s) => (s.do === "print service" ? s.fault.effect : undefined)),
    ),
  ).toEqual([]);
  expect(
    missing(
      SHOPIFY_FAULT_KINDS,
      named(seeds, (s) => (s.do === "shopify" ? s.fault.kind : undefined)),
    ),
  ).toEqual([]);
  expect(
    missing(
      MALFORMED_BODIES,
      named(seeds, (s) => (s.do === "dead_letter" ? s.body : undefined)),
    ),
  ).toEqual([]);
  expect(
    missing(
      FORGERIES,
      named(seeds, (s) => (s.do === "forge webhook" ? s.how : undefined)),
    ),
  ).toEqual([]);
  expect(
    missing(
      REJECTIONS,
      named(seeds, (s) => (s.do === "reject order" ? s.effect : undefined)),
    ),
  ).toEqual([]);
  expect(named(seeds, (s) => s.do).size).toBe(60);
});

it("brings lists of every kind, and some that cannot be read in the end", () => {
  const listings = new Set(seeds.flatMap(({ permanent }) => Object.keys(permanent.listing)));
  expect([...listings].sort()).toEqual(Object.keys(DEFAULT_LISTING).sort());
  expect(new Set(seeds.map(({ permanent }) => permanent.unreadable))).toEqual(
    new Set([null, "server_error", "html", "body_status"]),
  );
});

it("brings every way of the service, with orders unpaid for days, and shops with few points and killed processes", () => {
  const dialects = new Set(seeds.flatMap(({ permanent }) => Object.keys(permanent.dialect)));
  expect([...dialects].sort()).toEqual(
    ["ordersPerCreate", "listTracking", "referencePrefix", "skuPrefix", "skuTail", "eventItems", "notFound"].sort(),
  );
  expect(new Set(seeds.map(({ permanent }) => permanent.duplicates))).toEqual(new Set(["accept", "refuse"]));
  const paidByOrder = seeds.filter(({ permanent }) => permanent.billing === "by_order");
  expect(paidByOrder.every(({ orders }) => orders.some(({ production }) => production.paidAfterMs === null))).toBe(
    true,
  );
  const drained = named(seeds, (step) => (step.do === "use up points" ? `${step.shop}` : undefined));
  expect(drained.size).toBe(5);
  for (const { steps } of seeds) {
    const at = Math.max(...steps.map((step) => (step.do === "use up points" ? step.at : -1)));
    if (at >= 0) expect(steps.some((step) => step.do === "kill" && step.at > at && step.at < at + 1_000)).toBe(true);
  }
});

it("has no order about which the service lies twice", () => {
  for (const { permanent } of seeds) {
    const { ordersPerCreate, listTracking } = permanent.dialect;
    if (ordersPerCreate) expect([listTracking, permanent.unreadable]).toEqual([undefined, null]);
  }
  const madeInVain = seeds.filter(
    ({ steps, permanent }) => permanent.duplicates === "accept" && steps.some((step) => step.do === "429 after create"),
  );
  for (const { steps, permanent } of madeInVain) {
    expect(steps.flatMap((step) => (step.do === "429 after create" ? step.denied : []))).not.toContain(1);
    expect(permanent.listing.late).toBeUndefined();
    const denials = steps.filter(
      (step) =>
        step.do === "print service" &&
        ["detail", "any"].includes(step.fault.endpoint) &&
        ["error_body", "body_status", "forbidden"].includes(step.fault.effect),
    );
    expect(denials).toEqual([]);
  }
});

it("deletes a product only under an order that waits, and lets nobody come back who left for good", () => {
  for (const { orders, steps } of seeds) {
    const find = (key: string) => orders.find((order) => order.key === key);
    for (const step of steps) {
      if (step.do === "delete product") {
        const order = find(step.order);
        expect(order?.paid).toBe(false);
        expect(order?.lines.some((line) => line.goods === "limited")).toBe(true);
      }
      if (step.do === "uninstall for good")
        expect(steps.some((one) => one.do === "uninstall" && one.shop === step.shop)).toBe(false);
    }
  }
});

it("brings by version 3 of the interface its repeated creates and payments, and no method of version 1", () => {
  const all = Array.from({ length: 100 }, (_, at) => planSeed(at + 1, 50, "v3"));
  expect(named(all, (s) => (s.do === "strike repeat" ? s.strike : undefined))).toEqual(new Set(REPEAT_STRIKES));
  expect(named(all, (s) => (s.do === "change order" ? s.change : undefined))).toEqual(
    new Set(CHANGES.filter((change) => change !== "method")),
  );
  expect(all.flatMap(({ shops }) => shops.filter(({ rules }) => rules.express))).toEqual([]);
  expect(new Set(all.map(({ permanent }) => permanent.billing))).toEqual(new Set(["by_order"]));
  const checkedLast = all.filter(({ permanent }) => permanent.version3.repeatedOrderId === "checked last");
  expect(checkedLast.length).toBeGreaterThan(5);
  expect(checkedLast.length).toBeLessThan(50);
});

it("strikes by version 3 payments and cancellations in every way, at every point, and leaves them out by version 1", () => {
  const strikes = Array.from({ length: 200 }, (_, at) => planSeed(at + 1, 50, "v3")).flatMap(({ steps }) =>
    steps.flatMap((step) => (step.do === "strike write" ? [step] : [])),
  );
  for (const kind of ["pay", "cancel"] as const) {
    const of = strikes.filter((step) => step.kind === kind).map(({ by }) => by);
    const spoilt = SPOILT_WRITES.filter((one) => kind === "pay" || one !== "empty wallet");
    expect(new Set(of.filter((by) => typeof by === "string"))).toEqual(new Set(spoilt));
    const points = of.flatMap((by) => (typeof by === "string" ? [] : [by.point]));
    expect(new Set(points)).toEqual(new Set([...WRITE_FAILPOINTS[kind], ...WRITE_FAILPOINTS.both]));
  }
  const writes = (one: Schedule) =>
    one.shops.filter(({ payments, cancels }) => payments.by !== "elsewhere" || cancels !== "elsewhere");
  expect(seeds.flatMap(writes)).toEqual([]);
  expect(named(seeds, ({ do: what }) => what)).not.toContain("strike write");
});

it("has by version 3 a shop that pays and cancels automatically, and one in which people do, with orders that are canceled once sent", () => {
  const all = Array.from({ length: 100 }, (_, at) => planSeed(at + 1, 50, "v3"));
  for (const { shops } of all) {
    expect(shops.slice(0, 2).map(({ payments, cancels }) => [payments.by, cancels])).toEqual([
      ["automatically", "automatically"],
      ["a person", "a person"],
    ]);
  }
  const limits = all.flatMap(({ shops }) =>
    shops.flatMap(({ payments }) => ("perDay" in payments ? [payments.perDay] : [])),
  );
  expect(new Set(limits)).toEqual(new Set(["40", "150", "5000", "100000"]));
  const canceling = all.flatMap(({ steps, orders, shops }) =>
    steps.flatMap((step) =>
      step.do === "cancel once sent" ? [shops[orders.find(({ key }) => key === step.order)?.shop ?? -1]?.cancels] : [],
    ),
  );
  expect(new Set(canceling)).toEqual(new Set(["automatically", "a person"]));
  expect(new Set(all.map(({ permanent }) => permanent.version3.paidTwice))).toEqual(
    new Set(["refused", "succeeds", "charges"]),
  );
});
