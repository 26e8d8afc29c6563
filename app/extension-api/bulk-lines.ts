import { whyNot } from "../components/orders-index/bulk-words.ts";
import type { BulkByGid } from "./bulk-by-gid.ts";
import type { BulkLine } from "./responses.ts";
import { reasonLabel, stateLabel } from "./badges.ts";

/** One line for each order that something was to be done with. */
export const bulkLines = (results: readonly BulkByGid[]): BulkLine[] => results.map(bulkLine);

function bulkLine(result: BulkByGid): BulkLine {
  const { shopifyGid, name, row } = result;
  const why = whyNot(result);
  return {
    gid: shopifyGid,
    name: name ?? `Order ${shopifyGid.split("/").at(-1)}`,
    done: why === null,
    state: row?.state ? stateLabel(row.state) : null,
    reason: row?.attention ? reasonLabel(row.attention.code) : null,
    says: why === null ? "" : `${why}.`,
  };
}
