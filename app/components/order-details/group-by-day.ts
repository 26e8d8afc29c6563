export interface Day<T> {
  /** e.g. `Saturday, Nov 21, 2026`, in the zone given. */
  label: string;
  entries: T[];
}

/** Groups entries by their day in a time zone and keeps their order. */
export function groupByDay<T extends { at: string }>(entries: readonly T[], timezone: string): Day<T>[] {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone: timezone,
    weekday: "long",
    year: "numeric",
    month: "short",
    day: "numeric",
  });
  const days: Day<T>[] = [];
  for (const entry of entries) {
    const label = format.format(new Date(entry.at));
    const last = days.at(-1);
    if (last?.label === label) last.entries.push(entry);
    else days.push({ label, entries: [entry] });
  }
  return days;
}

/** e.g. `14:03 GMT+1`. */
export function timeOfDay(iso: string, timezone: string): string {
  return new Intl.DateTimeFormat("en-US", {
    timeZone: timezone,
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZoneName: "short",
  }).format(new Date(iso));
}
