/**
 * `npm run bench`: every row of rows/index.ts, ours beside its floor, interleaved, on a real PostgreSQL with durable
 * settings; writes results.md after each row. Rows that take hours are measured only by name. Options: --quick (everything small; prints only), --only R5,R9 (prints only),
 * --renew R5,R9 (these rows of results.md, the others stay), --history N (orders of the rows with a history), --output FILE
 * (writes there, whatever was measured).
 */
import { readFile, writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { fileURLToPath } from "node:url";
import { FULL, QUICK } from "./bench-context.ts";
import { machine } from "./machine.ts";
import { openBench } from "./open-bench.ts";
import { readResults, renderResults, renewEntries } from "./results-file.ts";
import { measureRow, ROWS } from "./rows/index.ts";
import { entryOf, type Entry } from "./table.ts";

const RESULTS = fileURLToPath(new URL("./results.md", import.meta.url));

const { values: options } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    only: { type: "string", default: "" },
    renew: { type: "string", default: "" },
    history: { type: "string" },
    output: { type: "string" },
  },
});
const wanted = `${options.only},${options.renew}`.split(",").filter((id) => id !== "");
const unknown = wanted.filter((id) => !ROWS.some((row) => row.id === id));
if (unknown.length > 0)
  throw new Error(`There is no row ${unknown.join(", ")}. Rows: ${ROWS.map(({ id }) => id).join(", ")}.`);

const effort = { ...(options.quick ? QUICK : FULL), ...(options.history ? { history: Number(options.history) } : {}) };
const rows = ROWS.filter(({ id, takesHours }) => (wanted.length === 0 ? !takesHours : wanted.includes(id)));
const output = options.output ?? (options.quick || options.only !== "" ? null : RESULTS);
// Without --renew, no older row stays.
const older = options.renew === "" ? null : readResults(await readFile(RESULTS, "utf8")).entries;

// What a row leaves behind when it fails does not end the others.
process.on("unhandledRejection", (reason) => console.error(reason));
const bench = await openBench(effort, (line) => console.log(line));
try {
  const date = new Date().toISOString().slice(0, 10);
  const heading = await machine(bench.maintenance, date);
  const measured: Entry[] = [];
  // A row that is to be renewed keeps its older figures until it is measured.
  const text = (pending: readonly Entry[]) =>
    renderResults({ heading, entries: older ? renewEntries(older, measured) : [...measured, ...pending] });
  for (const [at, row] of rows.entries()) {
    for (const line of await measureRow(row, bench.context)) measured.push(entryOf(line, date));
    const left = rows.slice(at + 1);
    const pending = left.map(({ id, about }) => entryOf({ id, name: about, problem: "the bench ended before" }, date));
    if (output) await writeFile(output, text(pending));
  }
  console.log(`\n${text([])}`);
} finally {
  await bench.close();
}
// A row that was given up may hold the process.
process.exit();
