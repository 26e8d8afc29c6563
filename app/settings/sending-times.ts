import { DateTime } from "luxon";
import type { ShopSettings } from "./settings.ts";

type Times = Pick<ShopSettings["sending"], "times" | "weekdays">;

/** All weekdays come up within a week; the day itself may be over. */
const DAYS_AHEAD = 8;

/**
 * The first sending time at or after an instant, on the clock of a time zone. An hour that a change of the clock skips counts as the
 * same time after the change, and of an hour that the change repeats only the first one counts: each listed time comes once a day.
 */
export function nextSendingTime({ times, weekdays }: Times, timezone: string, from: Date): Date {
  const today = DateTime.fromJSDate(from, { zone: timezone }).startOf("day");
  for (let days = 0; days <= DAYS_AHEAD; days += 1) {
    const day = today.plus({ days });
    if (!(weekdays as readonly number[]).includes(day.weekday)) continue;
    const instants = times.map((time) => instantAt(day, time)).filter((instant) => instant >= from.getTime());
    if (instants.length > 0) return new Date(Math.min(...instants));
  }
  throw new Error("no sending time within a week");
}

/** Whether orders leave at exactly this instant. */
export const isSendingTime = (times: Times, timezone: string, at: Date): boolean =>
  nextSendingTime(times, timezone, at).getTime() === at.getTime();

/** luxon moves a skipped time on by the length of the skip; of a repeated one it says which instants there are. */
function instantAt(day: DateTime, time: string): number {
  const [hour, minute] = time.split(":").map(Number);
  const wall = DateTime.fromObject(
    { year: day.year, month: day.month, day: day.day, hour: hour ?? 0, minute: minute ?? 0 },
    { zone: day.zone },
  );
  return Math.min(...wall.getPossibleOffsets().map((one) => one.toMillis()));
}
