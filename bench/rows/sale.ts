import { setTimeout as wait } from "node:timers/promises";
import type { Order, Plan } from "../../sandbox/shopify/model.ts";
import { emailOf, withAppProcess, type AppProcess } from "../app-process.ts";
import type { BenchContext } from "../bench-context.ts";
import { percentile, type Line, type Row } from "../figures.ts";
import { sendEvenly } from "../post-webhook.ts";

const SALE = "sale.myshopify.com";
const OTHERS = Array.from({ length: 10 }, (_, at) => `other-shop-${at}.myshopify.com`);

/** Orders that are followed from the webhook to the fulfillment, one at a time, before a sale. */
const ORDERS_ALONE = 10;
/** Orders that the shop has before its page is looked at alone: the page shows as many before the sale as in it. */
const LISTED_ORDERS = 50;
/** From one view of the page to the next, and between two orders of the other shops together, in milliseconds. */
const PAGE_PAUSE_MS = 500;
const OTHERS_EVERY_MS = 500;
/** Orders of a large sale, and how the goal counts them. */
const LARGE_SALE = 10_000;
const LARGE_SALE_PER_SECOND = 8;
/** Between two looks at the shop's page in a large sale, and when it is given up. */
const LARGE_SALE_LOOK_MS = 5_000;
const HOUR_MS = 3_600_000;
const LARGE_SALE_LIMIT_MS = 4 * HOUR_MS;
/** Share of the allowance below which the first full bucket counts as used up. */
const USED_UP = 0.3;
/** Work beside the order: a shop's automations, and copies of its catalog. Neither runs while orders wait. */
const BESIDE_THE_ORDER: readonly string[] = ["FlowTriggerReceive", "CountVariants", "ListVariants"];
/** The points of a plan that come faster than a process sends are not waited for any longer, in milliseconds. */
const FIRST_ALLOWANCE_MS = 60_000;
/** Longer than anything that is waited for takes. */
const LIMIT_MS = 120_000;
/** Shopify hears of nothing more for so long once an order has come to its end. */
const QUIET_MS = 1_500;

interface Sale {
  plan: Plan;
  /** Orders that arrive. */
  perSecond: number;
}

interface OrderPoints {
  requested: number;
  actual: number;
  /** What each operation cost an order, for people. */
  operations: string;
}

interface Beside {
  /** p95, in milliseconds. */
  page: number;
  otherShops: number;
}

interface Measured {
  points: OrderPoints;
  /** The first full allowance was used up before the measurement began; else the process sends no faster than the points come. */
  isUsedUp: boolean;
  /** Kept by Shopify in the sale, for each order that was sent meanwhile. */
  pointsDuring: number;
  sentPerSecond: number;
  /** What the shop's points suffice for. */
  possiblePerSecond: number;
  refusedShare: number;
  alone: Beside;
  during: Beside;
}

/** A sale in a shop with Shopify's allowance of its plan: what one order costs, how fast they go, whom that delays. */
export async function standardSaleRows(context: BenchContext): Promise<Line[]> {
  const slow = await measureSale(context, { plan: "standard", perSecond: 1.5 });
  const sale = { plan: "standard", perSecond: 8 } as const;
  const measured = await measureSale(context, sale);
  const older = await olderPoints(context);
  const row = { id: "R15", goal: null };
  const points = "of an order with one line, webhook to fulfillment";
  return [
    {
      ...row,
      name: `points ${points}, as asked for`,
      unit: "points",
      ours: [measured.points.requested],
      floor: older && [older.requested],
    },
    {
      ...row,
      name: `points ${points}, as Shopify kept them`,
      unit: "points",
      ours: [measured.points.actual],
      floor: older && [older.actual],
      note: `calls of one order, and what they kept together: ${measured.points.operations}. Events for Flow are left out. The floor is an older build (BENCH_OLDER_APP)`,
    },
    ...paceRows({ plan: "standard", perSecond: 1.5 }, slow),
    ...paceRows(sale, measured),
    {
      ...row,
      name: `hours that a sale of ${LARGE_SALE} orders takes on the Standard plan`,
      unit: "h",
      ours: [LARGE_SALE / measured.sentPerSecond / 3600],
      floor: null,
      goal: { of: "ours", atMost: 2.5 },
      note: "computed from the pace at 8 orders a second, not waited for",
    },
    ...besideRows(measured),
  ];
}

/** A large sale from its first order to its last, in real time: hours. */
export async function largeSaleRows(context: BenchContext): Promise<Line[]> {
  const { saleOrders } = context.effort;
  return withAppProcess(context, { shops: { [SALE]: "standard" } }, async (app) => {
    const before = sentOrders(app);
    const begun = performance.now();
    const elapsed = () => performance.now() - begun;
    const pages: number[] = [];
    await sendEvenly(1000 / LARGE_SALE_PER_SECOND, saleOrders, async () => void app.placeOrder(SALE));
    const allArrived = elapsed();
    for (let told = 0; sentOrders(app) - before < saleOrders; await wait(LARGE_SALE_LOOK_MS)) {
      pages.push(await app.readPage(SALE, "/app/orders"));
      const sent = sentOrders(app) - before;
      if (sent - told >= saleOrders / 20) {
        told = sent;
        context.print(`R16: ${sent} of ${saleOrders} sent after ${(elapsed() / 60_000).toFixed(1)} min`);
      }
      if (elapsed() > LARGE_SALE_LIMIT_MS) throw new Error(`${sent} of ${saleOrders} orders were sent by then`);
    }
    const sentAt = elapsed();
    const references = app.printService.store.orders.map(({ reference }) => reference);
    const row = { id: "R16", name: `a sale of ${saleOrders} orders on the Standard plan, in real time` };
    return [
      {
        ...row,
        unit: "h",
        ours: [sentAt / HOUR_MS],
        floor: null,
        goal: { of: "ours", atMost: 2.5 },
        note: `${LARGE_SALE_PER_SECOND} a second arrived, for ${(allArrived / 60_000).toFixed(0)} minutes; each was made once: ${references.length} orders, ${new Set(references).size} references`,
      },
      {
        ...row,
        name: `share of calls that Shopify refused in it`,
        unit: "",
        ours: [refusedShare(app)],
        floor: null,
        goal: { of: "ours", atMost: 0.01 },
      },
      {
        ...row,
        name: "the shop's orders page in it, p95",
        unit: "ms",
        ours: [percentile(pages, 0.95)],
        floor: null,
        goal: null,
      },
    ];
  });
}

/** The same on the plan with ten times the points. */
export async function plusSaleRows(context: BenchContext): Promise<Line[]> {
  const sale = { plan: "plus", perSecond: 60 } as const;
  return paceRows(sale, await measureSale(context, sale));
}

function paceRows({ plan, perSecond }: Sale, measured: Measured): Row[] {
  const name = `${perSecond} orders a second arrive, ${plan} plan`;
  return [
    {
      id: "R15",
      name: `orders sent while ${name}; floor: what the points suffice for`,
      unit: "/s",
      ours: [measured.sentPerSecond],
      floor: [measured.possiblePerSecond],
      goal: { of: "ratio", atLeast: 0.9 },
      note: `${measured.isUsedUp ? "after the first full allowance was used up" : "the first full allowance was not used up: the process, and not the points, is the limit"}; an order kept ${measured.points.actual.toFixed(1)} points before the sale, which the floor counts, and ${measured.pointsDuring.toFixed(1)} in it`,
    },
    {
      id: "R15",
      name: `share of calls that Shopify refused while ${name}`,
      unit: "",
      ours: [measured.refusedShare],
      floor: null,
      goal: { of: "ours", atMost: 0.01 },
    },
  ];
}

const besideRows = ({ alone, during }: Measured): Row[] => [
  {
    id: "R15",
    name: "the shop's orders page, p95, during a sale of 8 orders a second; floor: before it",
    unit: "ms",
    ours: [during.page],
    floor: [alone.page],
    goal: { of: "ratio", atMost: 1.5 },
  },
  {
    id: "R15",
    name: `checkout to create of ${OTHERS.length} other shops, p95, during it; floor: before it`,
    unit: "ms",
    ours: [during.otherShops],
    floor: [alone.otherShops],
    goal: { of: "ratio", atMost: 1.3 },
  },
];

/** null: no older build is named. */
async function olderPoints(context: BenchContext): Promise<OrderPoints | null> {
  const checkout = process.env["BENCH_OLDER_APP"];
  if (!checkout) return null;
  return withAppProcess(context, { shops: { [SALE]: "standard" }, checkout }, measureOrderPoints);
}

function measureSale(context: BenchContext, { plan, perSecond }: Sale): Promise<Measured> {
  const { saleSeconds } = context.effort;
  const shops = Object.fromEntries([[SALE, plan], ...OTHERS.map((shop) => [shop, "standard" as const])]);
  return withAppProcess(context, { shops }, async (app) => {
    const points = await measureOrderPoints(app);
    await fillList(app);
    const alone = await measureBeside(app, saleSeconds);
    const bucket = app.shopify.core.bucketOf(app.shopify.shop(SALE));
    const { maximumAvailable, restoreRate } = bucket.status();
    // Orders that use up the full allowance at once, and then those that arrive.
    for (let at = 0; at < maximumAvailable / points.actual; at += 1) app.placeOrder(SALE);
    let isOver = false;
    const arriving = sendEvenly(
      1000 / perSecond,
      () => !isOver,
      async () => void app.placeOrder(SALE),
    );
    try {
      const isUsedUp = await reached(
        () => bucket.status().currentlyAvailable < USED_UP * maximumAvailable,
        FIRST_ALLOWANCE_MS,
      );
      const kept = () => orderPoints(app).reduce((sum, [, { actual }]) => sum + actual, 0);
      const [begun, sentBefore, keptBefore] = [performance.now(), sentOrders(app), kept()];
      const during = await measureBeside(app, saleSeconds);
      const seconds = (performance.now() - begun) / 1000;
      const sentMeanwhile = sentOrders(app) - sentBefore;
      return {
        points,
        isUsedUp,
        pointsDuring: (kept() - keptBefore) / sentMeanwhile,
        sentPerSecond: sentMeanwhile / seconds,
        possiblePerSecond: restoreRate / points.actual,
        refusedShare: refusedShare(app),
        alone,
        during,
      };
    } finally {
      isOver = true;
      await arriving;
    }
  });
}

/** Until the shop's points at Shopify no longer change after the last of some orders. */
async function measureOrderPoints(app: AppProcess): Promise<OrderPoints> {
  const quiet = async () => {
    for (let calls = -1; calls !== app.shopify.graphLog.length; await wait(QUIET_MS))
      calls = app.shopify.graphLog.length;
  };
  await quiet();
  const before = app.shopify.pointsOf(SALE);
  for (let at = 0; at < ORDERS_ALONE; at += 1) {
    const order = app.placeOrder(SALE);
    await until(`${order.name} is fulfilled`, () => order.fulfillments.length > 0);
  }
  await quiet();
  const spent = orderPoints(app).map(([operation, points]) => ({
    operation,
    runs: (points.runs - (before[operation]?.runs ?? 0)) / ORDERS_ALONE,
    requested: (points.requested - (before[operation]?.requested ?? 0)) / ORDERS_ALONE,
    actual: (points.actual - (before[operation]?.actual ?? 0)) / ORDERS_ALONE,
  }));
  const sum = (kind: "requested" | "actual") => spent.reduce((total, one) => total + one[kind], 0);
  const operations = spent.filter(({ runs }) => runs > 0);
  return {
    requested: sum("requested"),
    actual: sum("actual"),
    operations: operations
      .map(({ operation, runs, actual }) => `${runs} × ${operation} (${actual.toFixed(1)})`)
      .join(", "),
  };
}

/** Places orders until a page of the list is full, and waits for the last of them. */
async function fillList(app: AppProcess): Promise<void> {
  const placed = Array.from({ length: LISTED_ORDERS }, () => app.placeOrder(SALE));
  await until("the first orders are fulfilled", () => placed.every(({ fulfillments }) => fulfillments.length > 0));
}

/** A page of the sale's shop, and orders of the other shops in turn, for so many seconds. */
async function measureBeside(app: AppProcess, seconds: number): Promise<Beside> {
  const end = performance.now() + seconds * 1000;
  const goesOn = () => performance.now() < end;
  const pages: number[] = [];
  const placed: { shop: string; order: Order }[] = [];
  await Promise.all([
    // One person: who waits for a page does not open the next.
    (async () => {
      for (; goesOn(); await wait(PAGE_PAUSE_MS)) pages.push(await app.readPage(SALE, "/app/orders"));
    })(),
    sendEvenly(OTHERS_EVERY_MS, goesOn, async (at) => {
      const shop = OTHERS[at % OTHERS.length] ?? "";
      placed.push({ shop, order: app.placeOrder(shop) });
    }),
  ]);
  const took = () => placed.map(({ shop, order }) => msToCreate(app, shop, order));
  await until("the other shops' orders are sent", () => took().every((ms) => ms !== null));
  return { page: percentile(pages, 0.95), otherShops: percentile(took().map(Number), 0.95) };
}

/** null: the print service does not have the order yet. */
function msToCreate({ printService }: AppProcess, shop: string, { name, createdAt }: Order): number | null {
  const created = printService.store.orders.find(
    ({ account, reference }) => account === emailOf(shop) && reference.startsWith(`${name.slice(1)}-`),
  );
  return created ? created.enteredAt.getTime() - createdAt.getTime() : null;
}

const sentOrders = ({ printService }: AppProcess) =>
  printService.store.orders.filter(({ account }) => account === emailOf(SALE)).length;

/** What the shop's orders have cost so far, by operation. */
const orderPoints = ({ shopify }: AppProcess) =>
  Object.entries(shopify.pointsOf(SALE)).filter(([operation]) => !BESIDE_THE_ORDER.includes(operation));

function refusedShare({ shopify }: AppProcess): number {
  const all = Object.values(shopify.pointsOf(SALE));
  const refused = all.reduce((sum, { throttled }) => sum + throttled, 0);
  return refused / all.reduce((sum, { runs, throttled }) => sum + runs + throttled, 0);
}

async function until(what: string, is: () => boolean): Promise<void> {
  if (!(await reached(is, LIMIT_MS))) throw new Error(`${what}: not within ${LIMIT_MS / 1000} s`);
}

/** Whether it came about within the limit. */
async function reached(is: () => boolean, limitMs: number): Promise<boolean> {
  const end = performance.now() + limitMs;
  while (!is()) {
    if (performance.now() > end) return false;
    await wait(50);
  }
  return true;
}
