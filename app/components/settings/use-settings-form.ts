import { useAppBridge } from "@shopify/app-bridge-react";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import type {
  DraftErrors,
  DraftSetting,
  SaveDraftResult,
  SettingsDraft,
  SettingsView,
} from "../../settings-page/settings-draft.ts";
import type { SettingsPage } from "../../settings/settings-pages.ts";
import { focusFirstError } from "../common/focus.ts";
import type { RequestFailed } from "../common/request-failed.ts";
import { useJsonFetcher } from "../common/json-requests.ts";
import { COPY } from "./copy.ts";

/** What the form of a page holds. It is no state of the page's component: a key renders its field again, not the whole page. */
interface FormState {
  saved: SettingsDraft;
  unreadable: readonly DraftSetting[];
  edits: Edits<SettingsDraft>;
  errors: DraftErrors;
}

function createForm(first: FormState) {
  let state = first;
  const listeners = new Set<() => void>();
  return {
    read: () => state,
    change(part: Partial<FormState>) {
      state = { ...state, ...part };
      for (const listener of listeners) listener();
    },
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** The form as its fields see it. */
export type SettingsForm = ReturnType<typeof createForm>;

/** Renders again once what `select` returns is another value. */
function useFormState<T>(form: SettingsForm, select: (state: FormState) => T): T {
  const read = () => select(form.read());
  return useSyncExternalStore(form.subscribe, read, read);
}

/** A setting as typed, with its errors. */
export function useSetting<K extends keyof SettingsDraft>(form: SettingsForm, key: K) {
  const value = useFormState(form, ({ saved, edits }): SettingsDraft[K] => edits[key] ?? saved[key]);
  const errors = useFormState(form, (state) => state.errors);
  return {
    value,
    set(typed: SettingsDraft[K]) {
      const now = form.read();
      form.change({ edits: { ...now.edits, [key]: typed }, errors: withoutField(now.errors, key) });
    },
    /** The error of the setting, or of a part of it. */
    error: (part?: string): string | undefined =>
      Object.entries(errors).find(([path]) => isWithin(path, part === undefined ? key : `${key}.${part}`))?.[1],
  };
}

/** The form of one page of settings. */
export function useSettingsForm({ draft, unreadable }: SettingsView): SettingsForm {
  const [form] = useState(() => createForm({ saved: draft, unreadable, edits: {}, errors: {} }));
  // A reload of the saved values keeps the typed ones.
  useEffect(() => {
    const { saved, unreadable: known } = form.read();
    // What was left unreadable stays left.
    if (saved !== draft) form.change({ saved: draft, unreadable: unreadable.filter((name) => known.includes(name)) });
  }, [form, draft, unreadable]);
  return form;
}

/** Saving the form of a page, and the result. */
export function useSaving(form: SettingsForm, page: SettingsPage) {
  const shopify = useAppBridge();
  const sent = useRef<Edits<SettingsDraft>>({});
  const dirty = useFormState(form, (state) => Object.keys(unsavedValues(state).changed).length > 0);
  const errorCount = useFormState(form, ({ errors }) => Object.keys(errors).length);
  const { answer, busy, send } = useJsonFetcher<SaveDraftResult | RequestFailed>((result) => {
    if (result.outcome === "invalid") {
      form.change({ errors: result.errors });
      focusFirstError();
    }
    if (result.outcome !== "saved") return;
    // What the merchant typed since stays.
    form.change({ errors: {}, edits: editsSince(form.read().edits, sent.current) });
    shopify.toast.show(COPY.saved);
  }, `/app/settings/${page}`);
  return {
    dirty,
    errorCount,
    saving: busy,
    failed: answer?.outcome === "failed",
    save() {
      const { changed, confirmed } = unsavedValues(form.read());
      sent.current = form.read().edits;
      send(JSON.stringify({ action: "save", draft: changed, confirmed }));
    },
    /** Unreadable values count as unsaved, so that what is shown for them can be saved as it is. Now they stay unreadable. */
    discard: () => form.change({ edits: {}, errors: {}, unreadable: [] }),
  };
}

const isWithin = (path: string, field: string) => path === field || path.startsWith(`${field}.`);

/** The same object where the field has no error: what shows the errors renders again for another one. */
function withoutField(errors: DraftErrors, field: string): DraftErrors {
  const others = Object.entries(errors).filter(([path]) => !isWithin(path, field));
  return others.length === Object.keys(errors).length ? errors : Object.fromEntries(others);
}

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
