/** What the merchant typed over the saved values of a form. */
export type Edits<T> = Partial<T>;

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
