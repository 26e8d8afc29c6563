import { useRevalidator } from "@remix-run/react";
import { useState } from "react";
import { allOverridable } from "../../../catalog/field-problems.ts";
import type { MappingOutcome } from "../../../catalog/save-valid-mappings.ts";
import type { Gid } from "../../../ports/gid.ts";
import type { OrderId } from "../../../ports/ids.ts";
import { postJson } from "../../common/json-requests.ts";
import { SAVE_PATH, type SaveResponse, type SaveRow } from "../use-mapping-form.ts";
import type { PreviewRow } from "../../../catalog/mapping-methods/proposal.ts";

/** Each new SKU of a request is asked for, and each new file is read: a request ends in time. */
const ROWS_PER_REQUEST = 40;

interface SaveState {
  /** Rows that were sent and answered; null: nothing is being saved. */
  done: number | null;
  outcomes: Readonly<Record<Gid<"ProductVariant">, MappingOutcome>>;
  /** A request got no answer: the rows without an outcome may or may not be saved. */
  failed: boolean;
  /** Each once, also where several requests made an order due. */
  rescheduledOrders: ReadonlySet<OrderId>;
}

export const INITIAL: SaveState = { done: null, outcomes: {}, failed: false, rescheduledOrders: new Set() };

/** Saves what a method proposed, some rows at a time, and keeps the outcome of each. */
export function useSaveProposals(onSaved: (saved: number, rescheduledOrders: number) => void) {
  const [state, setState] = useState(INITIAL);
  const { revalidate, state: loading } = useRevalidator();

  async function save(rows: readonly PreviewRow[], saveAnyway: boolean): Promise<void> {
    const unsaved = rows.filter(({ target }) => isOpen(state.outcomes[target.gid])).toSorted(byArtwork);
    let now: SaveState = { ...state, done: 0, failed: false };
    setState(now);
    for (let from = 0; from < unsaved.length && !now.failed; from += ROWS_PER_REQUEST) {
      const batch = unsaved.slice(from, from + ROWS_PER_REQUEST);
      now = withAnswer(now, batch.length, await post(batch, saveAnyway));
      setState(now);
    }
    setState({ ...now, done: null });
    revalidate();
    const isComplete = rows.every(({ target }) => now.outcomes[target.gid]?.saved);
    if (isComplete) onSaved(rows.length, now.rescheduledOrders.size);
  }

  const unsavedProblems = Object.values(state.outcomes).filter((outcome) => !outcome.saved && !outcome.outdated);
  return {
    ...state,
    saving: state.done !== null,
    /** The page reads what is stored now. */
    loading: loading !== "idle",
    /** Variants that somebody changed after the preview was made. */
    outdated: Object.values(state.outcomes).filter(({ outdated }) => outdated !== null).length,
    /** Staff may save the remaining rows despite their problems. */
    overridable: unsavedProblems.length > 0 && unsavedProblems.every(({ problems }) => allOverridable(problems)),
    unsaved: unsavedProblems.length,
    save: (rows: readonly PreviewRow[], saveAnyway: boolean) => void save(rows, saveAnyway),
    /** For another preview. */
    reset: () => setState(INITIAL),
  };
}

export type ProposalSaver = ReturnType<typeof useSaveProposals>;

/** Not saved, and not refused for what somebody else changed: another preview shows that first. */
const isOpen = (outcome: MappingOutcome | undefined) => !outcome?.saved && !outcome?.outdated;

/** Rows with the same artwork go in one request, which reads the file once. */
const byArtwork = (one: PreviewRow, other: PreviewRow) =>
  one.after.artworkFront.localeCompare(other.after.artworkFront);

/** The state after a request. `sent`: the number of its rows. */
export function withAnswer(state: SaveState, sent: number, answer: SaveResponse): SaveState {
  if (answer.outcome === "failed") return { ...state, failed: true };
  return {
    done: (state.done ?? 0) + sent,
    outcomes: { ...state.outcomes, ...Object.fromEntries(answer.outcomes.map((one) => [one.variantGid, one])) },
    failed: false,
    rescheduledOrders: new Set([...state.rescheduledOrders, ...answer.rescheduledOrders]),
  };
}

function post(rows: readonly PreviewRow[], saveAnyway: boolean): Promise<SaveResponse> {
  const body = rows.map(({ target, after }): SaveRow => ({
    ...after,
    productGid: target.productGid,
    variantGid: target.gid,
    saveAnyway,
    shown: { mapping: target.mapping, notPrinted: target.notPrinted },
  }));
  return postJson(SAVE_PATH, { rows: body });
}
