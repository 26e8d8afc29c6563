import type { Pool } from "pg";
import type { FrameLocator } from "playwright-core";
import { whileLockHeld } from "../support/held-lock.ts";
import { until } from "../support/until.ts";

/**
 * Starts a bulk edit and stops it while its first batch is under way: no mapping can be saved until the merchant has
 * stopped the edit. A stop before the first batch would leave all variants as they were.
 * @param outcome what the page says in the end
 */
export const stopInFirstBatch = (
  database: Pool,
  app: FrameLocator,
  start: () => Promise<void>,
  outcome: string,
): Promise<void> =>
  whileLockHeld(
    database,
    async (holder) => {
      await holder.query(`LOCK TABLE "NotPrinted" IN EXCLUSIVE MODE`);
      await start();
      await until("the first batch", async () => {
        const { rowCount } = await database.query(`SELECT FROM "BulkEdit" WHERE "batchUnderWay"`);
        return rowCount === 1;
      });
      await app.getByRole("button", { name: "Stop", exact: true }).click();
      await app.getByText("Stopping", { exact: true }).waitFor();
    },
    () => app.getByText(outcome, { exact: true }).waitFor(),
  );
