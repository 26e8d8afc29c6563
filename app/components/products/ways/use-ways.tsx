import { useAppBridge } from "@shopify/app-bridge-react";
import { useState } from "react";
import type { ProductPage } from "../../../catalog/product-page.ts";
import { gidOf, type Gid } from "../../../ports/gid.ts";
import { WAYS } from "./copy.ts";
import { CopyDialog } from "./copy-dialog.tsx";
import { targetsOf } from "./preview-rows.ts";
import { RuleDialog } from "./rule-dialog.tsx";

type Open = { kind: "rule" } | { kind: "copy"; source: Gid<"Product"> };

/** The ways to map a product's variants at once: actions of its page, and their dialogs. `blocked`: changes are unsaved. */
export function useWays(page: ProductPage, blocked: boolean) {
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
    if (source === page.gid) bridge.toast.show(WAYS.copy.same, { isError: true });
    else setOpen({ kind: "copy", source });
  }

  const helpText = blocked ? WAYS.rule.unsavedChanges : undefined;
  return {
    /** A menu of the page; none without a variant to map. */
    actions:
      targets.length === 0
        ? []
        : [
            {
              title: WAYS.menu,
              actions: [
                { content: WAYS.rule.action, disabled: blocked, helpText, onAction: () => setOpen({ kind: "rule" }) },
                { content: WAYS.copy.action, disabled: blocked, helpText, onAction: () => void chooseSource() },
              ],
            },
          ],
    /** Opens the dialog that copies the mappings of this product; null while changes are unsaved. */
    copyFrom: blocked ? null : (source: Gid<"Product">) => setOpen({ kind: "copy", source }),
    dialog: open && (
      <>
        {open.kind === "rule" && <RuleDialog targets={targets} onClose={close} />}
        {open.kind === "copy" && <CopyDialog source={open.source} targets={targets} onClose={close} />}
      </>
    ),
  };
}
