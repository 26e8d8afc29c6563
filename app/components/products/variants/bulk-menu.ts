import type { BulkActionKind } from "../../../catalog/bulk-edit/bulk-actions.ts";
import { BULK_COPY } from "./copy.ts";

/** The bulk actions of the table, in the order of the menu. A new one is listed here, and in catalog/bulk-edit/bulk-actions.ts. */
const PROMOTED = ["set_sku", "set_artwork"] as const satisfies BulkActionKind[];
const OTHERS = [
  "confirm_mapping",
  "use_new_files",
  "mark_not_printed",
  "allow_printing",
  "remove_mapping",
] as const satisfies BulkActionKind[];

/** The menu of the table while rows are selected. */
export function bulkMenu(disabled: boolean, onChoose: (kind: BulkActionKind) => void) {
  const toItem = (kind: BulkActionKind) => ({
    content: BULK_COPY[kind].label,
    disabled,
    onAction: () => onChoose(kind),
  });
  return { promotedBulkActions: PROMOTED.map(toItem), bulkActions: OTHERS.map(toItem) };
}
