import { wallTime } from "./wall-time.ts";

/** A night begins at this hour of the shop's clock. */
export const NIGHT_OFFSET_MS = 2 * 60 * 60_000;

/** The night that an instant belongs to, by the day that follows its beginning: YYYY-MM-DD. */
export function nightOf(at: Date, timezone: string | null): string {
  return wallTime(new Date(at.getTime() - NIGHT_OFFSET_MS), timezone ?? "UTC").slice(0, 10);
}
