/** A value that held from one moment to another; `until` null: it still does. */
export interface Period<T> {
  value: T;
  from: Date;
  until: Date | null;
}

/** Every value that something had, oldest first. Two overlap while one is being replaced by the other. */
export type Timeline<T> = Period<T>[];

export const startTimeline = <T>(value: T, from: Date): Timeline<T> => [{ value, from, until: null }];

/** Begins to replace the present value. The old one holds, too, until the returned function is called with the end of the change. */
export function beginChange<T>(timeline: Timeline<T>, value: T, began: Date): (ended: Date) => void {
  const before = timeline.at(-1);
  timeline.push({ value, from: began, until: null });
  return (ended) => {
    if (before) before.until = ended;
  };
}

/** The periods that lie at least partly between two moments. */
export const periodsBetween = <T>(timeline: readonly Period<T>[], from: Date, to: Date): Period<T>[] =>
  timeline.filter((period) => period.from <= to && (period.until === null || period.until >= from));

/** What follows from two values, for each time at which both held. */
export function combine<A, B, C>(
  first: readonly Period<A>[],
  second: readonly Period<B>[],
  make: (a: A, b: B) => C,
): Timeline<C> {
  return first.flatMap((a) =>
    second.flatMap((b) => {
      const from = a.from > b.from ? a.from : b.from;
      const until = earlier(a.until, b.until);
      return until !== null && until < from ? [] : [{ value: make(a.value, b.value), from, until }];
    }),
  );
}

const earlier = (a: Date | null, b: Date | null): Date | null => (a === null || (b !== null && b < a) ? b : a);
