import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { RejectedError, UnavailableError } from "../app/ports/errors.ts";
import type { PrintItem, PrintOrder } from "../app/ports/order-model.ts";
import type { EndedCall } from "../app/ports/observe.ts";
import type { PrintAccountCalls } from "../app/ports/print-service.ts";
import { createPracticeService } from "../app/practice-service/index.ts";
import { createPrintService } from "../app/print-service/index.ts";
import { configOf, memoryTokens, noDeadline, printOrder } from "../app/print-service/print-service.testing.ts";
import {
  createPrintServiceStandIn,
  DEFAULT_ACCOUNT,
  type PrintServiceStandIn,
} from "../sandbox/print-service/index.ts";
import { openFreshDatabase } from "./support/database.ts";
import { idOf } from "./support/ids.ts";
import { newPracticeShop } from "./support/practice-shop.ts";
import { createShopsContext } from "./support/shops-context.ts";

/** What the domain relies on, of whatever is behind the port. */
let database: Awaited<ReturnType<typeof openFreshDatabase>>;
let standIn: PrintServiceStandIn;
let opened: Record<(typeof IMPLEMENTATIONS)[number], PrintAccountCalls>;

/** Calls that ended, of both. */
const observed: EndedCall[] = [];

const IMPLEMENTATIONS = ["print service", "practice service"] as const;

beforeAll(async () => {
  database = await openFreshDatabase();
  const ctx = createShopsContext(database);
  standIn = await createPrintServiceStandIn({ clock: ctx.clock, duplicates: "refuse" });
  const observe = (call: EndedCall) => void observed.push(call);
  const config = configOf(standIn.url, { observe });
  const { accountId } = await newPracticeShop(ctx);
  const tokens = memoryTokens(config, DEFAULT_ACCOUNT);
  opened = {
    "print service": createPrintService({ ...config, tokens }).forAccount(idOf("a1")),
    "practice service": createPracticeService({ ...ctx, appUrl: "https://app.example.com", observe }).forAccount(
      accountId,
    ),
  };
});
afterAll(async () => {
  await standIn.close();
  await database.drop();
});

const DATE = "2026-11-21";
const DAY = { from: `${DATE} 00:00:00`, to: `${DATE} 23:59:59` };
const DAY_BEFORE = { from: "2026-11-20 00:00:00", to: "2026-11-20 23:59:59" };
const OVER = { signal: AbortSignal.abort(), isOver: () => true };
const DESTINATION = { countryCode: "US", provinceCode: "NY" };
const ENDPOINT = "https://app.example.com/print-events/key/tracking";

const item = (over: Partial<PrintItem> = {}): PrintItem => ({ ...(printOrder().items[0] as PrintItem), ...over });

let made = 0;
const newOrder = (over: Partial<PrintOrder> = {}) => printOrder({ reference: `PORT-${(made += 1)}-A7`, ...over });

describe.each(IMPLEMENTATIONS)("the port, with the %s behind it", (name) => {
  const listed = async () => (await opened[name].listAll(DAY)).rows.map(({ reference }) => reference);

  it("answers an order with its reference and items, and shows it in list and detail", async () => {
    const order = newOrder({ items: [item(), item({ itemSku: "POSTER-A3", quantity: 3 })] });
    const created = await opened[name].create(order, noDeadline);
    const items = [
      { itemSku: "MUG-11OZ", quantity: 2 },
      { itemSku: "POSTER-A3", quantity: 3 },
    ];
    expect(created).toMatchObject({ reference: order.reference, items, updatedAt: `${DATE} 09:00:00` });
    const detail = await opened[name].detail({ reference: order.reference, date: DATE });
    expect(detail).toMatchObject({ reference: order.reference, items, trackings: [], enteredAt: null });
    expect(detail?.recipient).toMatchObject({ name: order.name, city: order.city, countryCode: "AU", address2: "" });
    expect(detail?.recipient).not.toHaveProperty("zip");
    const { rows, complete } = await opened[name].listAll(DAY);
    expect(complete).toBe(true);
    const row = rows.find(({ reference }) => reference === order.reference);
    expect(row).toEqual({ ...detail, enteredAt: `${DATE} 09:00:00` });
    const page = await opened[name].list({ ...DAY, limit: 50, page: 1 });
    expect(page.map(({ reference }) => reference)).toContain(order.reference);
  });

  it("reports each call, as a write where it is one, and of a rejected one", async () => {
    observed.length = 0;
    const order = newOrder();
    await opened[name].create(order, noDeadline);
    await opened[name].detail({ reference: order.reference, date: DATE });
    await opened[name].create(order, noDeadline).catch(() => undefined);
    // Around them the print service is asked for a token, and whether a token has ended (token.ts).
    const own = observed.filter(({ operation }) => !/^(getToken|listOrders)/.test(operation));
    expect(own.map(({ system, isWrite, result }) => [system, isWrite, result])).toEqual([
      [name.replace(" ", "_"), true, "ok"],
      [name.replace(" ", "_"), false, "ok"],
      [name.replace(" ", "_"), true, "rejected"],
    ]);
  });

  it("shows an order neither on another day, nor on a further page, nor under another reference", async () => {
    const { reference } = await opened[name].create(newOrder(), noDeadline);
    expect((await opened[name].listAll(DAY_BEFORE)).rows).toEqual([]);
    expect(await opened[name].list({ ...DAY, limit: 200, page: 2 })).toEqual([]);
    expect(await opened[name].detail({ reference, date: "2026-11-20" })).toBeNull();
    expect(await opened[name].detail({ reference: `${reference}-B`, date: DATE })).toBeNull();
  });

  it.each<[string, Partial<PrintOrder>]>([
    ["a short reference", { reference: "A7" }],
    ["no name", { name: " " }],
    ["a long province code", { provinceCode: "ABCDE" }],
    ["no items", { items: [] }],
    ["a quantity of nothing", { items: [item({ quantity: 0 })] }],
    ["a SKU that it does not know", { items: [item({ itemSku: "UNKNOWN-SKU" })] }],
  ])("refuses an order with %s, and has none", async (_, wrong) => {
    const order = newOrder(wrong);
    await expect(opened[name].create(order, noDeadline)).rejects.toBeInstanceOf(RejectedError);
    expect(await listed()).not.toContain(order.reference);
  });

  it("refuses a repeated reference, and has one order", async () => {
    const order = newOrder();
    const calls = [1, 2, 3].map(() => opened[name].create(order, noDeadline).catch((error: unknown) => error));
    const answers = await Promise.all(calls);
    expect(answers.filter((answer) => answer instanceof RejectedError)).toHaveLength(2);
    expect((await listed()).filter((reference) => reference === order.reference)).toHaveLength(1);
  });

  it("takes nothing after the deadline", async () => {
    const order = newOrder();
    await expect(opened[name].create(order, OVER)).rejects.toBeInstanceOf(UnavailableError);
    expect(await listed()).not.toContain(order.reference);
  });

  it("prices items so that the sums are right, and refuses a SKU that it does not know", async () => {
    const items = [
      { itemSku: "MUG-11OZ", quantity: 2 },
      { itemSku: "POSTER-A3", quantity: 1 },
    ];
    const quote = await opened[name].testPrice({ ...DESTINATION, items });
    expect(quote.lines.map(({ itemSku, quantity }) => ({ itemSku, quantity }))).toEqual(items);
    for (const line of quote.lines)
      expect(Number(line.totalPrice)).toBeCloseTo(Number(line.baseCost) * line.quantity + Number(line.shippingFee));
    const sum = quote.lines.reduce((total, line) => total + Number(line.totalPrice), 0);
    expect(Number(quote.totalPrice)).toBeCloseTo(sum);
    const unknown = { ...DESTINATION, items: [...items, { itemSku: "UNKNOWN-SKU", quantity: 1 }] };
    await expect(opened[name].testPrice(unknown)).rejects.toBeInstanceOf(RejectedError);
  });

  it("keeps a registration of each kind, until it is updated", async () => {
    const input = { endpoint: ENDPOINT, accessKey: "X-Key", accessToken: "secret" };
    await opened[name].createRegistration("tracking", { ...input, active: true });
    const shown = { endpoint: ENDPOINT, accessKey: "X-Key" };
    expect(await opened[name].listRegistrations("tracking", ENDPOINT)).toEqual([{ ...shown, active: true }]);
    await opened[name].updateRegistration("tracking", { ...input, active: false });
    expect(await opened[name].listRegistrations("tracking", ENDPOINT)).toEqual([{ ...shown, active: false }]);
    await opened[name].createRegistration("order_status", { ...input, active: true });
    expect(await opened[name].listRegistrations("order_status", ENDPOINT)).toEqual([{ ...shown, active: true }]);
    expect(await opened[name].listRegistrations("tracking", ENDPOINT)).toEqual([{ ...shown, active: false }]);
  });
});
