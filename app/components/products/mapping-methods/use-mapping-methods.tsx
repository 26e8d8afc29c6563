import { useAppBridge } from "@shopify/app-bridge-react";
import { lazy, Suspense, useState } from "react";
import type { ProductPage } from "../../../catalog/product-page.ts";
import { gidOf, type Gid } from "../../../ports/gid.ts";
import { RestoreFocus } from "../../common/focus.ts";
import { CATALOG_PICKER } from "../catalog-picker-copy.ts";
import { MAPPING_METHODS } from "./copy.ts";
import { targetsOf } from "./targets.ts";

// Loaded when they are opened: most visits of the page are for one field.
const CopyDialog = lazy(() => import("./copy-dialog.tsx").then(({ CopyDialog: dialog }) => ({ default: dialog })));
const RuleDialog = lazy(() => import("./rule-dialog.tsx").then(({ RuleDialog: dialog }) => ({ default: dialog })));

type Open = { kind: "rule" } | { kind: "copy"; source: Gid<"Product"> };

/**
 * The methods that map a product's variants at once: actions of its page, and their dialogs. `blocked`: changes are unsaved. `onPick`: lets
 * staff choose a product of the catalog; null: there is no catalog.
 */
export function useMappingMethods(page: ProductPage, blocked: boolean, onPick: (() => void) | null) {
  const bridge = useAppBridge();
  const [open, setOpen] = useState<Open | null>(null);
  const targets = targetsOf(page);
  const close = () => setOpen(null);

  async function chooseSource(): Promise<void> {
    const chosen = await bridge.resourcePicker({
      type: "product",
      action: "select",
      multiple: false,
      filter: { variants: false },
    });
    const number = /^gid:\/\/shopify\/Product\/(\d+)$/.exec(chosen?.[0]?.id ?? "")?.[1];
    if (number === undefined) return;
    const source = gidOf("Product", number);
    if (source === page.gid) bridge.toast.show(MAPPING_METHODS.copy.same, { isError: true });
    else setOpen({ kind: "copy", source });
  }

  const helpText = blocked ? MAPPING_METHODS.rule.unsavedChanges : undefined;
  return {
    /** A menu of the page; none without a variant to map. */
    actions:
      targets.length === 0
        ? []
        : [
            {
              title: MAPPING_METHODS.menu,
              actions: [
                ...(onPick ? [{ content: CATALOG_PICKER.action.catalog, onAction: onPick }] : []),
                {
                  content: MAPPING_METHODS.rule.action,
                  disabled: blocked,
                  helpText,
                  onAction: () => setOpen({ kind: "rule" }),
                },
                {
                  content: MAPPING_METHODS.copy.action,
                  disabled: blocked,
                  helpText,
                  onAction: () => void chooseSource(),
                },
              ],
            },
          ],
    /** Opens the dialog that copies the mappings of this product; null while changes are unsaved. */
    copyFrom: blocked ? null : (source: Gid<"Product">) => setOpen({ kind: "copy", source }),
    dialog: open && (
      <>
        <RestoreFocus />
        <Suspense>
          {open.kind === "rule" && <RuleDialog targets={targets} hasCatalog={onPick !== null} onClose={close} />}
          {open.kind === "copy" && <CopyDialog source={open.source} targets={targets} onClose={close} />}
        </Suspense>
      </>
    ),
  };
}
