/** `YYYY-MM-DD HH:MM:SS` of an instant in the zone of the service's clock. */
export function clockString(instant: Date, zoneOffsetMinutes: number): string {
  const shifted = new Date(instant.getTime() + zoneOffsetMinutes * 60_000);
  return shifted.toISOString().slice(0, 19).replace("T", " ");
}

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const DATE_TIME = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/;

export const isDate = (text: string): boolean => DATE.test(text) && isReal(`${text}T00:00:00Z`);
export const isDateTime = (text: string): boolean => DATE_TIME.test(text) && isReal(`${text.replace(" ", "T")}Z`);

// Date.parse takes 2026-02-30 for the 2nd of March: only a date that comes back unchanged exists.
function isReal(iso: string): boolean {
  const time = Date.parse(iso);
  return Number.isFinite(time) && new Date(time).toISOString().slice(0, 10) === iso.slice(0, 10);
}
