import { useState } from "react";
import { useNavigate } from "@remix-run/react";
import { useAppBridge } from "@shopify/app-bridge-react";
import type { MappedVariant } from "../../catalog/product-page.ts";
import type { FormField } from "../../catalog/field-problems.ts";
import { changedDrafts, toDraft, type Draft } from "../../catalog/mapping-drafts.ts";
import {
  INITIAL_STATE,
  withCopy,
  withSaveResult,
  withChange,
  withShown,
  withValidation,
  withFieldValidated,
  withoutVariants,
  type FormState,
} from "./form-state.ts";
import type { SkuRecheck } from "../../sku-checks/start.ts";
import type { RequestFailed } from "../common/request-failed.ts";
import { useJsonFetcher } from "../common/json-requests.ts";
import type { Gid } from "../../ports/gid.ts";
import type { SaveMappingsResult } from "../../catalog/save-valid-mappings.ts";
import type { ShownVariant } from "../../catalog/stored-mapping.ts";
import { COPY } from "./copy.ts";

/** The answer of the product's page to a change other than a mapping. */
export type MappingResponse =
  | { outcome: "removed"; variantGid: Gid<"ProductVariant">; held: number }
  | { outcome: "marked"; printed: boolean; variantGid: Gid<"ProductVariant"> | null }
  | { outcome: "sku_checked"; result: SkuRecheck }
  | { outcome: "kept" | "changed_again" }
  | { outcome: "file_used" | "replaced_again" }
  /** kept: the old mapping stays for its unsent orders. */
  | { outcome: "moved"; kept: boolean }
  | RequestFailed;

/** The mappings of several variants in the form. */
export type MappingForm = ReturnType<typeof useMappingForm>;

/**
 * Saves each variant on its own: a problem of one does not keep the others from being saved. `productOf`: the product that a
 * variant belongs to.
 */
export function useMappingForm<Variant extends MappedVariant>(
  variants: readonly Variant[],
  productOf: (variant: Variant) => Gid<"Product">,
) {
  const [state, setState] = useState(INITIAL_STATE);
  const showSaved = useSavedToast();
  const changes = changedDrafts(variants, state.drafts);
  const known = new Map(variants.map((variant) => [variant.gid, variant]));
  const draftIn = (now: FormState, gid: Gid<"ProductVariant">) =>
    now.drafts[gid] ?? now.prefilled[gid] ?? toDraft(known.get(gid)?.mapping ?? null);
  const withBegun = (now: FormState, gid: Gid<"ProductVariant">) => {
    const variant = known.get(gid);
    return variant ? withShown(now, variant) : now;
  };
  const draft = (gid: Gid<"ProductVariant">) => draftIn(state, gid);

  const saver = useJsonFetcher<SaveResponse>((answer) => {
    if (answer.outcome === "failed") {
      setState((now) => ({ ...now, outcome: { saved: 0, notSaved: changes.length, failed: true } }));
    }
    if (answer.outcome !== "saved") return;
    setState((now) => withSaveResult(now, answer.outcomes));
    const saved = answer.outcomes.filter((one) => one.saved).length;
    if (saved > 0) showSaved(saved, answer.rescheduledOrders.length);
  }, SAVE_PATH);

  function save() {
    const { state: validated, valid } = withValidation(state, changes);
    setState(validated);
    const drafts = new Map(valid.map(({ variant: { gid }, draft }) => [gid, draft]));
    const rows = variants.flatMap((variant) => {
      const { gid: variantGid, mapping, notPrinted } = variant;
      const draft = drafts.get(variantGid);
      const saveAnyway = state.saveAnyway[variantGid] ?? false;
      const shown = { ...(state.shown[variantGid] ?? { mapping, notPrinted }) };
      return draft
        ? [{ ...draft, productGid: productOf(variant), variantGid, saveAnyway, shown } satisfies SaveRow]
        : [];
    });
    if (rows.length > 0) saver.send({ rows });
  }

  return {
    draft,
    problems: (gid: Gid<"ProductVariant">) => state.problems[gid] ?? {},
    priced: (gid: Gid<"ProductVariant">) => state.priced[gid] ?? null,
    saveAnyway: (gid: Gid<"ProductVariant">) => state.saveAnyway[gid] ?? false,
    /** Variants that were not saved because somebody had changed them: how they are now. */
    outdated: state.outdated,
    isChanged: (gid: Gid<"ProductVariant">) => changes.some(({ variant }) => variant.gid === gid),
    change: (gids: readonly Gid<"ProductVariant">[], change: Partial<Draft>) =>
      setState((now) =>
        gids.reduce((all, gid) => withChange(withBegun(all, gid), gid, draftIn(all, gid), change), now),
      ),
    copy: (targets: readonly MappedVariant[], copied: Partial<Draft>) =>
      setState((now) =>
        targets.reduce((all, one) => withCopy(withBegun(all, one.gid), one, draftIn(all, one.gid), copied), now),
      ),
    validateField: (gid: Gid<"ProductVariant">, field: FormField) =>
      setState((now) => withFieldValidated(now, gid, draftIn(now, gid), field)),
    setSaveAnyway: (gid: Gid<"ProductVariant">, saveAnyway: boolean) =>
      setState((now) => ({ ...now, saveAnyway: { ...now.saveAnyway, [gid]: saveAnyway } })),
    resetVariant: (gid: Gid<"ProductVariant">) => setState((now) => withoutVariants(now, [gid])),
    dirty: changes.length > 0,
    saving: saver.busy,
    outcome: state.outcome,
    save,
    discard: () => setState(({ priced }) => ({ ...INITIAL_STATE, priced })),
  };
}

/** Where mappings are saved. */
export const SAVE_PATH = "/app/products/mappings";

/** A mapping to save. */
export interface SaveRow extends Draft {
  productGid: Gid<"Product">;
  variantGid: Gid<"ProductVariant">;
  saveAnyway: boolean;
  /** The variant that staff saw. */
  shown: ShownVariant;
}

export type SaveResponse = (SaveMappingsResult & { outcome: "saved" }) | RequestFailed;

const WAITING_ORDERS_URL = "/app/orders?tab=waiting";

/** Returns the toast after mappings were saved. With orders that they concern, it leads to the waiting orders. */
export function useSavedToast(): (mappings: number, waitingOrders: number) => void {
  const bridge = useAppBridge();
  const navigate = useNavigate();
  return (mappings, waitingOrders) => {
    const view = { action: COPY.product.viewOrders, onAction: () => navigate(WAITING_ORDERS_URL) };
    bridge.toast.show(COPY.product.saved(mappings, waitingOrders), waitingOrders > 0 ? view : {});
  };
}

/** Sends a change to the product's page. A toast says that the request failed; every other answer is the caller's. */
export function useProductAction(onAnswer: (answer: Exclude<MappingResponse, RequestFailed>) => void) {
  const bridge = useAppBridge();
  return useJsonFetcher<MappingResponse>((answer) => {
    if (answer.outcome === "failed") bridge.toast.show(COPY.actionFailed, { isError: true });
    else onAnswer(answer);
  });
}
