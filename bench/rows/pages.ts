import { openBrowserHarness, type BrowserHarness } from "../../tests/browser/harness.testing.ts";
import { appPages } from "../../tests/browser/pages.testing.ts";
import { createSampleOrders } from "../../tests/browser/sample-orders.testing.ts";
import type { BenchContext } from "../bench-context.ts";
import { startServer } from "../child.ts";
import type { Row } from "../figures.ts";
import { interact, vitalsOf } from "../web-vitals.ts";

interface Measured {
  lcp: number;
  cls: number;
  inp: number;
}

/** The window, and how many times slower than the machine its processor is. */
const VISITS = [
  { name: "", width: "desktop", slowed: 1 },
  { name: ", 390 px", width: "phone", slowed: 1 },
  { name: ", 390 px, processor slowed 4 times", width: "phone", slowed: 4 },
] as const;
type Visit = (typeof VISITS)[number];

/** One figure per run. */
type Runs = Record<keyof Measured, number[]>;

/** Every page in the admin's frame of a browser without cache, beside a Remix page without content in a frame. */
export async function pageRows(context: BenchContext): Promise<Row[]> {
  const database = await context.freshDatabase({ empty: true });
  const { DATABASE_URL = "", REDIS_URL = "", REDIS_PREFIX = "" } = context.settingsFor(database.url);
  const empty = await startServer("./servers/empty-remix.ts", {});
  const harness = await openBrowserHarness({ env: { DATABASE_URL, REDIS_URL, REDIS_PREFIX } });
  try {
    const { fulfilled } = await createSampleOrders(harness.sandbox);
    const order = `/app/orders/${fulfilled.id}`;
    const pages = [...appPages(harness.sandbox), "/app/reconciliation", order];
    const rows: Row[] = [];
    for (const visit of VISITS) {
      const floor: number[] = [];
      const of = new Map<string, Runs>(pages.map((page) => [page, { lcp: [], cls: [], inp: [] }]));
      for (let run = 0; run < context.effort.longRuns; run += 1) {
        floor.push((await measure(harness, visit, `http://127.0.0.1:${empty.port}/frame`)).lcp);
        for (const page of pages) {
          const measured = await measure(harness, visit, page);
          for (const [kind, figures] of Object.entries(of.get(page) ?? {}))
            figures.push(measured[kind as keyof Measured]);
        }
      }
      rows.push(...[...of].flatMap(([page, runs]) => rowsOf(page.replace(/\d{5,}$/, "…") + visit.name, runs, floor)));
    }
    return rows;
  } finally {
    await harness.close();
    await empty.stop();
    await database.drop();
  }
}

/** The goal of LCP is a difference, so the floor is part of the figure's goal rather than of a ratio. */
function rowsOf(page: string, runs: Runs, floor: readonly number[]): Row[] {
  const row = { id: "R12", floor: null };
  return [
    {
      ...row,
      name: `${page}: LCP, less that of an empty Remix page`,
      unit: "ms",
      ours: runs.lcp.map((lcp, run) => lcp - (floor[run] ?? 0)),
      goal: { of: "ours", atMost: 300 },
    },
    { ...row, name: `${page}: CLS`, unit: "", ours: runs.cls, goal: { of: "ours", atMost: 0.05 } },
    { ...row, name: `${page}: INP`, unit: "ms", ours: runs.inp, goal: { of: "ours", atMost: 200 } },
  ];
}

/** A new visitor, so nothing is cached. */
async function measure(harness: BrowserHarness, { width, slowed }: Visit, where: string): Promise<Measured> {
  const visitor = await harness.newPage(width);
  try {
    const processor = await visitor.page.context().newCDPSession(visitor.page);
    await processor.send("Emulation.setCPUThrottlingRate", { rate: slowed });
    await visitor.visit(where);
    const frame = await visitor.appFrame();
    if (!frame) throw new Error(`${where} has no frame`);
    const vitals = await vitalsOf(frame);
    return { ...vitals, inp: await interact(visitor.page, frame) };
  } finally {
    await visitor.page.context().close();
  }
}
