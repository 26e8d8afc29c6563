import { withTimeout } from "../../app/common/with-timeout.ts";
import type { BenchContext } from "../bench-context.ts";
import type { Line } from "../figures.ts";
import { accountingRows } from "./accounting.ts";
import { acknowledgedRows } from "./acknowledged.ts";
import { commitRows } from "./commits.ts";
import { comparisonRows } from "./comparison.ts";
import { createLatencyRows } from "./create-latency.ts";
import { encryptionRows } from "./encryption.ts";
import { growthRows, manyShopsRows } from "./growth.ts";
import { installRows } from "./install.ts";
import { merchantPageRows } from "./merchant-pages.ts";
import { noisyNeighbourRows } from "./noisy-neighbour.ts";
import { pacedAcknowledgementRows } from "./paced-acknowledgement.ts";
import { pageRows } from "./pages.ts";
import { processRows } from "./process.ts";
import { redisOutageRows } from "./redis-outage.ts";
import { rollingRestartRows } from "./rolling-restart.ts";
import { largeSaleRows, plusSaleRows, standardSaleRows } from "./sale.ts";
import { scalingRows, slowServiceRows, throughputRows } from "./throughput.ts";

/** Rows that are measured together. */
interface RowGroup {
  id: string;
  about: string;
  measure(context: BenchContext): Promise<Line[]>;
  /** Takes hours, so it is measured only where it is asked for. */
  takesHours?: true;
}

/** All rows of the bench, in the order in which they are measured: the longest last. */
export const ROWS: readonly RowGroup[] = [
  { id: "R1", about: "deliveries acknowledged per second", measure: acknowledgedRows },
  { id: "R2", about: "acknowledgement at an even pace", measure: pacedAcknowledgementRows },
  { id: "R2", about: "orders without Redis", measure: redisOutageRows },
  { id: "R3", about: "encryption", measure: encryptionRows },
  { id: "R4", about: "commits of an order", measure: commitRows },
  { id: "R5", about: "orders per second", measure: throughputRows },
  { id: "R6", about: "orders at a slow print service", measure: slowServiceRows },
  { id: "R7", about: "from delivery to create call", measure: createLatencyRows },
  { id: "R9", about: "comparison with the print service", measure: comparisonRows },
  { id: "R11", about: "start, memory and size", measure: processRows },
  { id: "R11", about: "installation and image", measure: installRows },
  { id: "R12", about: "pages in a browser", measure: pageRows },
  { id: "R13", about: "quiet shops beside a noisy one", measure: noisyNeighbourRows },
  { id: "R14", about: "several worker processes", measure: scalingRows },
  { id: "R14", about: "rolling restart", measure: rollingRestartRows },
  { id: "R15", about: "a sale on the Standard plan", measure: standardSaleRows },
  { id: "R15", about: "a sale on the Plus plan", measure: plusSaleRows },
  { id: "R16", about: "a large sale from the first order to the last", measure: largeSaleRows, takesHours: true },
  { id: "R17", about: "lists, inbox and rules with many orders", measure: merchantPageRows },
  { id: "R18", about: "the accountant's file", measure: accountingRows },
  { id: "R10", about: "many orders of one shop", measure: growthRows },
  { id: "R10", about: "many orders of many shops", measure: manyShopsRows },
];

/** Longer than any row takes, on a busy machine, too; one that hangs must not keep the others from being measured. */
const LIMIT_MS = 15 * 60_000;
const HOURS_LIMIT_MS = 5 * 3_600_000;

/** The lines of a row. One that fails says why, and the others are measured all the same. */
export async function measureRow({ id, about, measure, takesHours }: RowGroup, context: BenchContext): Promise<Line[]> {
  context.print(`${id}: ${about} …`);
  const start = performance.now();
  const failed = (problem: string): Line[] => [{ id, name: about, problem }];
  const measured = measure(context).catch((error: unknown) => {
    console.error(error);
    return failed((error instanceof Error ? error.message : String(error)).split("\n")[0] ?? "");
  });
  const limit = takesHours ? HOURS_LIMIT_MS : LIMIT_MS;
  const lines = await withTimeout(limit, measured, failed(`it took longer than ${limit / 60_000} minutes`));
  context.print(`${id}: ${((performance.now() - start) / 1000).toFixed(0)} s`);
  return lines;
}
