import { useState } from "react";

/** Something saved with what was typed over it. */
export interface Draft<T> {
  values: T;
  /** Only what differs from what is saved. */
  changed: Partial<T>;
  dirty: boolean;
  set<K extends keyof T>(key: K, value: T[K]): void;
  reset(): void;
}

/** Keeps what was typed apart from what is saved: when that is loaded anew, nothing typed is lost. */
export function useDraft<T extends object>(saved: T): Draft<T> {
  const [edits, setEdits] = useState<Partial<T>>({});
  const changed = Object.fromEntries(
    Object.entries(edits).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(saved[key as keyof T])),
  ) as Partial<T>;
  return {
    values: { ...saved, ...edits },
    changed,
    dirty: Object.keys(changed).length > 0,
    set: (key, value) => setEdits((before) => ({ ...before, [key]: value })),
    reset: () => setEdits({}),
  };
}
