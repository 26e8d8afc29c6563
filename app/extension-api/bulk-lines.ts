import { skipReason } from "../components/orders-index/bulk-words.ts";
import type { BulkResultByGid } from "./bulk-by-gid.ts";
import type { BulkLine } from "./responses.ts";
import { reasonLabel, stateLabel } from "./badges.ts";

/** One line for each order that something was to be done with. */
export const bulkLines = (results: readonly BulkResultByGid[]): BulkLine[] => results.map(bulkLine);

function bulkLine(result: BulkResultByGid): BulkLine {
  const { shopifyGid, name, row } = result;
  const reason = skipReason(result);
  return {
    gid: shopifyGid,
    name: name ?? `Order ${shopifyGid.split("/").at(-1)}`,
    done: reason === null,
    state: row?.state ? stateLabel(row.state) : null,
    reason: row?.attention ? reasonLabel(row.attention.code) : null,
    message: reason === null ? "" : `${reason}.`,
  };
}
