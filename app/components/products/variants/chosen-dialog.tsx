import { lazy, Suspense } from "react";
import type { BulkSelection } from "../../../catalog/bulk-edit/chosen.ts";
import type { VariantRow } from "../../../catalog/variants/read-variants-page.ts";
import { RestoreFocus } from "../../common/restore-focus.ts";
import type { BulkChoice } from "./bulk-menu.ts";
import type { BulkEdit } from "./use-bulk-edit.ts";

// Loaded when they are opened: most visits of the page are for the table.
const BulkDialog = lazy(() => import("./bulk-dialog.tsx").then(({ BulkDialog: dialog }) => ({ default: dialog })));
const BulkRuleDialog = lazy(() =>
  import("./bulk-rule-dialog.tsx").then(({ BulkRuleDialog: dialog }) => ({ default: dialog })),
);

interface ChosenDialogProps {
  choice: BulkChoice;
  bulkEdit: BulkEdit;
  selection: BulkSelection;
  /** How many are selected. */
  variants: number;
  /** The selected variants as the page shows them; null: it shows a part of them. */
  shownRows: readonly VariantRow[] | null;
  onClose(): void;
}

/** The dialog of a bulk action of the menu. */
export function ChosenDialog({ choice, bulkEdit, selection, variants, shownRows, onClose }: ChosenDialogProps) {
  return (
    <>
      <RestoreFocus />
      <Suspense>
        {choice === "map_by_rule" || choice === "own_skus" ? (
          <BulkRuleDialog ownSkus={choice === "own_skus"} {...{ bulkEdit, selection, variants, onClose }} />
        ) : (
          <BulkDialog
            kind={choice}
            variants={variants}
            shownRows={shownRows}
            busy={bulkEdit.busy}
            answer={bulkEdit.answer}
            onClose={onClose}
            onApply={(action, saveAnyway) => bulkEdit.begin(action, selection, saveAnyway)}
          />
        )}
      </Suspense>
    </>
  );
}
