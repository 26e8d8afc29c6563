import { DAY_MS } from "../ports/clock.ts";
import { instantOf, wallTime } from "../settings/wall-time.ts";

/** The next instant at which the shop's clock shows that time (`08:00`). On a day that skips the time, just beside the gap. */
export function nextDigest(now: Date, digestTime: string, timezone: string): Date {
  const today = Date.parse(`${wallTime(now, timezone).slice(0, 10)}T00:00Z`);
  // By dates: a day has 23 to 25 hours.
  for (let day = 0; day <= 2; day += 1) {
    const date = new Date(today + day * DAY_MS).toISOString().slice(0, 10);
    const at = instantOf(`${date}T${digestTime}`, timezone);
    if (at && at > now) return at;
  }
  throw new RangeError("not a time of the day");
}
