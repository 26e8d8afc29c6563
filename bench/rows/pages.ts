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
    const floor: number[] = [];
    const of = new Map<string, Runs>(pages.map((page) => [page, { lcp: [], cls: [], inp: [] }]));
    for (let run = 0; run < context.effort.longRuns; run += 1) {
      floor.push((await measure(harness, `http://127.0.0.1:${empty.port}/frame`)).lcp);
      for (const page of pages) {
        const measured = await measure(harness, page);
        for (const [kind, figures] of Object.entries(of.get(page) ?? {}))
          figures.push(measured[kind as keyof Measured]);
      }
    }
    return [...of].flatMap(([page, runs]) => rowsOf(page.replace(/\d{5,}$/, "…"), runs, floor));
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
    { ...row, name: `${page}: CLS`, unit: "", ours: runs.cls, goal: { of: "ours", atMost: 0.1 } },
    { ...row, name: `${page}: INP`, unit: "ms", ours: runs.inp, goal: { of: "ours", atMost: 200 } },
  ];
}

/** A new visitor, so nothing is cached. */
async function measure(harness: BrowserHarness, where: string): Promise<Measured> {
  const visitor = await harness.newPage("desktop");
  try {
    await visitor.visit(where);
    const frame = await visitor.appFrame();
    if (!frame) throw new Error(`${where} has no frame`);
    const vitals = await vitalsOf(frame);
    return { ...vitals, inp: await interact(visitor.page, frame) };
  } finally {
    await visitor.page.context().close();
  }
}
