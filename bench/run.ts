/**
 * `npm run bench`: every row of rows/index.ts, ours beside its floor, interleaved, on a real PostgreSQL with durable
 * settings; writes results.md after each row. Options: --quick (everything small; prints only), --only R5,R9 (prints only),
 * --history N (orders of the rows with a history), --output FILE (writes there, whatever was measured).
 */
import { writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { fileURLToPath } from "node:url";
import { FULL, QUICK } from "./bench-context.ts";
import type { Line } from "./figures.ts";
import { machine } from "./machine.ts";
import { openBench } from "./open-bench.ts";
import { measureRow, ROWS } from "./rows/index.ts";
import { table } from "./table.ts";

const RESULTS = fileURLToPath(new URL("./results.md", import.meta.url));

const { values: options } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    only: { type: "string", default: "" },
    history: { type: "string" },
    output: { type: "string" },
  },
});
const wanted = options.only.split(",").filter((id) => id !== "");
const unknown = wanted.filter((id) => !ROWS.some((row) => row.id === id));
if (unknown.length > 0)
  throw new Error(`There is no row ${unknown.join(", ")}. Rows: ${ROWS.map(({ id }) => id).join(", ")}.`);

const effort = { ...(options.quick ? QUICK : FULL), ...(options.history ? { history: Number(options.history) } : {}) };
const rows = ROWS.filter(({ id }) => wanted.length === 0 || wanted.includes(id));
const output = options.output ?? (options.quick || wanted.length > 0 ? null : RESULTS);

// What a row leaves behind when it fails does not end the others.
process.on("unhandledRejection", (reason) => console.error(reason));
const bench = await openBench(effort, (line) => console.log(line));
try {
  const heading = await machine(bench.maintenance);
  const lines: Line[] = [];
  const text = (pending: readonly Line[]) => `${heading}\n\n${table(inOrder([...lines, ...pending]))}\n`;
  for (const [at, row] of rows.entries()) {
    lines.push(...(await measureRow(row, bench.context)));
    const pending = rows.slice(at + 1).map(({ id, about }) => ({ id, name: about, problem: "the bench ended before" }));
    if (output) await writeFile(output, text(pending));
  }
  console.log(`\n${text([])}`);
} finally {
  await bench.close();
}
// A row that was given up may hold the process.
process.exit();

/** By the numbers of the rows: the long ones are measured last. */
function inOrder(lines: readonly Line[]): Line[] {
  return lines.toSorted((a, b) => Number(a.id.slice(1)) - Number(b.id.slice(1)));
}
