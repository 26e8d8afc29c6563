import { DAY_MS } from "../ports/clock.ts";

/** The instants from the first to the last second of a range of such times. */
export function instantsBetween({ from, to }: { from: string; to: string }): { gte: Date; lt: Date } {
  const instant = (time: string) => new Date(`${time.replace(" ", "T")}Z`);
  return { gte: instant(from), lt: new Date(instant(to).getTime() + 1000) };
}

/** The instants of a day, YYYY-MM-DD. */
export function instantsOfDay(date: string): { gte: Date; lt: Date } {
  const gte = new Date(`${date}T00:00:00Z`);
  return { gte, lt: new Date(gte.getTime() + DAY_MS) };
}
