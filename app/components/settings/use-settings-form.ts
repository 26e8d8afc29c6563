import { useAppBridge } from "@shopify/app-bridge-react";
import { useRef, useState } from "react";
import type { DraftErrors, SettingsDraft, SaveDraftResult, SettingsView } from "../../settings-page/settings-draft.ts";
import { focusFirstError } from "../common/focus.ts";
import type { RequestFailed } from "../common/request-failed.ts";
import { useJsonFetcher } from "../common/json-requests.ts";
import { COPY } from "./copy.ts";

/** The form as each section sees it. */
export interface SettingsForm {
  values: SettingsDraft;
  set<K extends keyof SettingsDraft>(key: K, value: SettingsDraft[K]): void;
  /** The error of a field, or of any part of it. */
  error(path: string): string | undefined;
  /** The props of a text field. */
  bind(key: TextKey): { value: string; onChange(typed: string): void; error: string | undefined; autoComplete: "off" };
}

type TextKey =
  | "editWindowMinutes"
  | "goLiveAt"
  | "fallbackEmail"
  | "fallbackPhone"
  | "printServiceEmail"
  | "minimumMarginPercent"
  | "noteTemplate";

/** The form of the settings page: its draft, saving it, and the result. */
export function useSettingsForm(settings: Pick<SettingsView, "draft" | "unreadable">) {
  const draft = useDraft(settings.draft, settings.unreadable);
  const [errors, setErrors] = useState<DraftErrors>({});
  const shopify = useAppBridge();
  const { answer, busy, send } = useJsonFetcher<SaveDraftResult | RequestFailed>((result) => {
    if (result.outcome === "invalid") {
      setErrors(result.errors);
      focusFirstError();
    }
    if (result.outcome !== "saved") return;
    setErrors({});
    draft.dropSent();
    shopify.toast.show(COPY.saved);
  }, "/app/settings");

  const set: SettingsForm["set"] = (key, value) => {
    draft.set(key, value);
    setErrors((before) => withoutField(before, key));
  };
  const error = (path: string) => Object.entries(errors).find(([at]) => isWithin(at, path))?.[1];
  const form: SettingsForm = {
    values: draft.values,
    set,
    error,
    bind: (key) => ({
      value: draft.values[key],
      onChange: (typed) => set(key, typed),
      error: error(key),
      autoComplete: "off",
    }),
  };
  return {
    form,
    dirty: draft.dirty,
    saving: busy,
    failed: answer?.outcome === "failed",
    errorCount: Object.keys(errors).length,
    save() {
      draft.markSent();
      send(JSON.stringify({ ...draft.changed, confirmed: draft.confirmed }));
    },
    discard() {
      draft.discard();
      setErrors({});
    },
  };
}

/**
 * Saved values with the typed ones over them. A reload of the saved values keeps the typed ones. Unreadable values count
 * as unsaved, so that what is shown for them can be saved as it is. Whoever discards that leaves them unreadable.
 */
function useDraft<T extends object>(saved: T, unreadable: readonly (keyof T)[]) {
  const [edits, setEdits] = useState<Edits<T>>({});
  const [leavesUnreadable, setLeavesUnreadable] = useState(false);
  const sent = useRef<Edits<T>>({});
  const { changed, confirmed } = unsavedValues({ edits, saved, unreadable: leavesUnreadable ? [] : unreadable });
  return {
    values: { ...saved, ...edits } as T,
    changed,
    confirmed,
    dirty: Object.keys(changed).length > 0,
    set: <K extends keyof T>(key: K, value: T[K]) => setEdits((before) => ({ ...before, [key]: value })),
    discard() {
      setEdits({});
      setLeavesUnreadable(true);
    },
    markSent: () => (sent.current = edits),
    dropSent() {
      const { current } = sent;
      setEdits((now) => editsSince(now, current));
    },
  };
}

const isWithin = (path: string, field: string) => path === field || path.startsWith(`${field}.`);

const withoutField = (errors: DraftErrors, field: string): DraftErrors =>
  Object.fromEntries(Object.entries(errors).filter(([path]) => !isWithin(path, field)));

/** What the merchant typed over the saved values of a form. */
type Edits<T> = Partial<T>;

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

function pick<T extends object>(values: Partial<T>, wanted: (key: keyof T) => boolean): Partial<T> {
  return Object.fromEntries(Object.entries(values).filter(([key]) => wanted(key as keyof T))) as Partial<T>;
}

/**
 * The values that differ from what is stored: edits, and what is shown for unreadable values. `confirmed` are those of
 * them that nobody edited.
 */
export function unsavedValues<T extends object>(form: {
  edits: Edits<T>;
  saved: T;
  unreadable: readonly (keyof T)[];
}): { changed: Partial<T>; confirmed: (keyof T)[] } {
  const { edits, saved, unreadable } = form;
  const confirmed = unreadable.filter((key) => !(key in edits));
  const isChanged = (key: keyof T) => unreadable.includes(key) || (key in edits && !isSame(edits[key], saved[key]));
  return { changed: pick<T>({ ...saved, ...edits }, isChanged), confirmed };
}

/** Drops the edits that were saved as they were sent. What the merchant typed since stays. */
export const editsSince = <T extends object>(edits: Edits<T>, sent: Edits<T>): Edits<T> =>
  pick(edits, (key) => !(key in sent) || !isSame(edits[key], sent[key]));
