/** What the merchant typed over the saved values of a form. */
export type Edits<T> = Partial<T>;

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The edits that `wanted` takes. */
function pickEdits<T extends object>(edits: Edits<T>, wanted: (key: keyof T) => boolean): Edits<T> {
  return Object.fromEntries(Object.entries(edits).filter(([key]) => wanted(key as keyof T))) as Edits<T>;
}

/** The edits that differ from the saved values. */
export const changedEdits = <T extends object>(edits: Edits<T>, saved: T): Edits<T> =>
  pickEdits(edits, (key) => !isSame(edits[key], saved[key]));

/** Drops the edits that were saved as they were sent. What the merchant typed since stays. */
export const editsSince = <T extends object>(edits: Edits<T>, sent: Edits<T>): Edits<T> =>
  pickEdits(edits, (key) => !(key in sent) || !isSame(edits[key], sent[key]));
