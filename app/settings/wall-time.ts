/** A moment as a clock on the wall of a time zone shows it, to the minute: `2026-11-21T12:07`. */
export function wallTime(at: Date, timezone: string): string {
  return wallOf(at.getTime(), timezone);
}

/**
 * The instant at which the clock of a zone shows this. An hour that comes twice means the first or the second of them;
 * one that is skipped means as long after the skip as it lies behind its beginning. null for what is no time.
 */
export function instantOf(wall: string, timezone: string): Date | null {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(wall)) return null;
  const asUtc = Date.parse(`${wall}:00Z`);
  // 30 February would be taken for 2 March.
  if (Number.isNaN(asUtc) || wallOf(asUtc, "UTC") !== wall) return null;
  const first = asUtc - offsetAt(asUtc, timezone);
  return new Date(asUtc - offsetAt(first, timezone));
}

/** How far the zone's clock is ahead of UTC at an instant, in milliseconds. */
function offsetAt(instant: number, timezone: string): number {
  const wholeMinute = Math.floor(instant / 60_000) * 60_000;
  return Date.parse(`${wallOf(wholeMinute, timezone)}:00Z`) - wholeMinute;
}

function wallOf(instant: number, timezone: string): string {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone: timezone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  }).formatToParts(instant);
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((p) => p.type === type)?.value ?? "";
  return `${part("year").padStart(4, "0")}-${part("month")}-${part("day")}T${part("hour")}:${part("minute")}`;
}
