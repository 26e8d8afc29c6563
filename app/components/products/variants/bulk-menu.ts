import type { BulkActionKind } from "../../../catalog/bulk-edit/bulk-actions.ts";
import { BULK_LABELS, COPY } from "./copy.ts";

/** What the menu opens: a bulk action, or the rule that takes each variant's own SKU. */
export type BulkChoice = BulkActionKind | "own_skus";

/** The bulk actions of the table, in the order of the menu. A new one is listed here, and in catalog/bulk-edit/bulk-actions.ts. */
const PROMOTED = ["set_sku", "set_artwork"] as const satisfies BulkChoice[];
const OTHERS = [
  "map_by_rule",
  "own_skus",
  "confirm_mapping",
  "use_new_files",
  "mark_not_printed",
  "allow_printing",
  "remove_mapping",
] as const satisfies BulkChoice[];

/** The menu of the table while rows are selected. */
export function bulkMenu(disabled: boolean, onChoose: (choice: BulkChoice) => void) {
  const toItem = (choice: BulkChoice) => ({
    content: choice === "own_skus" ? COPY.bulk.ownSkus : BULK_LABELS[choice].label,
    disabled,
    onAction: () => onChoose(choice),
  });
  return { promotedBulkActions: PROMOTED.map(toItem), bulkActions: OTHERS.map(toItem) };
}
