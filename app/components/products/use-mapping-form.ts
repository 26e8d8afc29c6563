import { useAppBridge } from "@shopify/app-bridge-react";
import { useState } from "react";
import type { ProductPage } from "../../catalog/product-page.ts";
import type { MappingField } from "../../catalog/field-problems.ts";
import { counted } from "../common/format.ts";
import { changedDrafts, draftOf, type Draft } from "./mapping-drafts.ts";
import { UNTOUCHED, withAnswer, withChange, withJudgement, withLook, withoutVariants } from "./form-state.ts";
import type { MappingAnswer } from "./mapping-response.ts";
import { useAnswer } from "./use-json-fetcher.ts";

/** The mappings of one product as they are being changed. */
export type MappingForm = ReturnType<typeof useMappingForm>;

/** Each variant is saved for itself: what is wrong with one keeps no other from being saved. */
export function useMappingForm(page: ProductPage) {
  const [state, setState] = useState(UNTOUCHED);
  const bridge = useAppBridge();
  const changes = changedDrafts(page.variants, state.drafts);
  const stored = new Map(page.variants.map((variant) => [variant.gid, variant.mapping]));
  const draft = (gid: string) => state.drafts[gid] ?? draftOf(stored.get(gid) ?? null);

  const saver = useAnswer<MappingAnswer>((answer) => {
    if (answer.outcome === "failed") {
      setState((now) => ({ ...now, outcome: { saved: 0, notSaved: changes.length, failed: true } }));
    }
    if (answer.outcome !== "saved") return;
    setState((now) => withAnswer(now, answer.outcomes));
    const saved = answer.outcomes.filter((one) => one.saved).length;
    if (saved > 0) bridge.toast.show(savedWords(saved, answer.woken));
  });

  function save() {
    const { state: judged, sound } = withJudgement(state, changes);
    setState(judged);
    const rows = sound.map(({ variant: { gid }, draft }) => ({
      ...draft,
      variantGid: gid,
      anyway: state.anyway[gid] ?? false,
    }));
    if (rows.length > 0) saver.send({ intent: "save", rows });
  }

  return {
    draft,
    problems: (gid: string) => state.problems[gid] ?? {},
    priced: (gid: string) => state.priced[gid] ?? null,
    anyway: (gid: string) => state.anyway[gid] ?? false,
    isChanged: (gid: string) => changes.some(({ variant }) => variant.gid === gid),
    change: (gids: readonly string[], change: Partial<Draft>) =>
      setState((now) => gids.reduce((all, gid) => withChange(all, gid, all.drafts[gid] ?? draft(gid), change), now)),
    look: (gid: string, field: MappingField) => setState((now) => withLook(now, gid, draft(gid), field)),
    setAnyway: (gid: string, anyway: boolean) =>
      setState((now) => ({ ...now, anyway: { ...now.anyway, [gid]: anyway } })),
    forget: (gid: string) => setState((now) => withoutVariants(now, [gid])),
    dirty: changes.length > 0,
    saving: saver.busy,
    outcome: state.outcome,
    save,
    discard: () => setState(({ priced }) => ({ ...UNTOUCHED, priced })),
  };
}

const savedWords = (saved: number, woken: number) =>
  `${counted(saved, "mapping")} saved${woken > 0 ? ", orders on hold are looked at again" : ""}`;
