import { csvBytes } from "../../app/csv/write-csv.ts";
import { guardedRows, xlsxBytes } from "../../app/csv/write-xlsx.ts";
import { EXPORT_FORMATS, exportTable, type ExportFormat } from "../../app/reports/export.ts";
import { readSettings } from "../../app/settings/settings.ts";
import type { BenchContext } from "../bench-context.ts";
import type { Row } from "../figures.ts";
import { withHistory, type History } from "../history/with-history.ts";

const ROWS = 100_000;
const DAY = 86_400_000;
const MEGABYTE = 1024 * 1024;

/** The accountant's file of half a year: seconds until its last byte, and the memory that it takes. */
export function accountingRows(context: BenchContext): Promise<Row[]> {
  const smaller = { ...context, effort: { ...context.effort, history: Math.min(ROWS, context.effort.history) } };
  return withHistory(smaller, { shops: 1, extent: "pages" }, async (history) => {
    await keepCosts(history);
    const rows: Row[] = [];
    for (const format of EXPORT_FORMATS) rows.push(...(await exportRows(smaller, history, format)));
    return rows;
  });
}

/** A quote for each submission that the print service has, and what its order earned. */
async function keepCosts({ database: { pool }, shopId }: History): Promise<void> {
  await pool.query(
    `INSERT INTO "SubmissionCost" ("submissionId", "shopId", "orderId", "currency", "base", "shipping", "tax", "total", "method", "lines")
     SELECT s."id", s."shopId", s."orderId", 'USD', '9.50', '4.00', '0.50', '13.50', 'standard',
       '[{"base": "9.50", "shipping": "4.00", "tax": "0.50", "total": "13.50"}]'
     FROM "Submission" s WHERE s."shopId" = $1 AND is_made(s."state")
     ON CONFLICT ("submissionId") DO UPDATE SET "dueAt" = NULL, "currency" = 'USD', "base" = '9.50', "shipping" = '4.00', "tax" = '0.50',
       "total" = '13.50', "method" = 'standard', "lines" = EXCLUDED."lines"`,
    [shopId],
  );
  await pool.query(
    `INSERT INTO "OrderProfit" ("orderId", "shopId", "currency", "netSales", "shipping", "tax", "fees", "cost", "profit")
     SELECT o."id", o."shopId", 'USD', '25.00', '5.00', '2.06', '1.17', '13.50', '15.33' FROM "Order" o WHERE o."shopId" = $1
     ON CONFLICT ("orderId") DO UPDATE SET "dueAt" = NULL, "currency" = 'USD', "netSales" = '25.00', "shipping" = '5.00', "tax" = '2.06',
       "fees" = '1.17', "cost" = '13.50', "profit" = '15.33'`,
    [shopId],
  );
  for (const table of ["Submission", "SubmissionCost", "OrderProfit"]) await pool.query(`VACUUM (ANALYZE) "${table}"`);
}

async function exportRows({ effort }: BenchContext, history: History, format: ExportFormat): Promise<Row[]> {
  const { ctx, shopId: id } = history;
  const shop = { id, timezone: "America/New_York", settings: readSettings({}) };
  const now = ctx.clock.now().getTime();
  const range = {
    from: new Date(now - 200 * DAY).toISOString().slice(0, 10),
    to: new Date(now + DAY).toISOString().slice(0, 10),
  };
  const measured = [];
  let printOrders = 0;
  for (let run = 0; run < effort.runs; run += 1) {
    const table = exportTable(ctx, shop, range, "print_orders");
    printOrders = 0;
    const counted = { ...table, batches: counting(table.batches, (count) => (printOrders += count)) };
    const bytes = format === "csv" ? csvBytes(guardedRows(counted)) : xlsxBytes(counted);
    measured.push(await drain(bytes));
  }
  const name = `${format.toUpperCase()} of ${printOrders} print orders`;
  const note = `the file: ${(Math.max(...measured.map(({ size }) => size)) / MEGABYTE).toFixed(1)} MB`;
  const row = { id: "R18", floor: null };
  return [
    { ...row, name, unit: "s", ours: measured.map((one) => one.seconds), goal: { of: "ours", atMost: 30 }, note },
    {
      ...{ ...row, name: `${name}: heap above that before, at most`, unit: "MB" },
      ...{ ours: measured.map(({ heap }) => heap / MEGABYTE), goal: { of: "ours", atMost: 100 } },
    },
  ];
}

async function* counting(batches: AsyncIterable<readonly (readonly string[])[]>, count: (rows: number) => void) {
  for await (const rows of batches) {
    count(rows.length);
    yield rows;
  }
}

/** Reads to the end. The heap counts what is not collected yet, too. */
async function drain(bytes: AsyncIterable<Uint8Array>): Promise<{ seconds: number; size: number; heap: number }> {
  const start = performance.now();
  const before = process.memoryUsage().heapUsed;
  let [size, heap] = [0, 0];
  for await (const chunk of bytes) {
    size += chunk.byteLength;
    heap = Math.max(heap, process.memoryUsage().heapUsed - before);
  }
  return { seconds: (performance.now() - start) / 1000, size, heap };
}
