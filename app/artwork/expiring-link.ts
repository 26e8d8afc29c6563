/** How long a signed link works, in the forms of the large file stores. */
const SIGNED_FROM = [
  { start: "x-amz-date", seconds: "x-amz-expires" },
  { start: "x-goog-date", seconds: "x-goog-expires" },
] as const;
/** Parameters with the end itself: `se` of Azure as a date, `expires` of CloudFront and older S3 in seconds of Unix time. */
const ENDS = ["se", "expires", "exp", "expiry"];
/** Unix time in seconds of this century: a smaller number is a duration, or something else. */
const UNIX_SECONDS = /^[1-9]\d{9}$/;
const ISO_DATE = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?Z)?$/;

/** When a signed link stops working, by its parameters; null: they name no end. */
export function linkEnd(link: string): Date | null {
  const url = URL.parse(link);
  if (!url) return null;
  const parameters = new Map([...url.searchParams].map(([name, value]) => [name.toLowerCase(), value]));
  for (const { start, seconds } of SIGNED_FROM) {
    const from = compactDate(parameters.get(start));
    const lasts = Number(parameters.get(seconds) ?? Number.NaN);
    if (from !== null && Number.isSafeInteger(lasts)) return validDate(from + lasts * 1000);
  }
  for (const name of ENDS) {
    const value = parameters.get(name) ?? "";
    if (UNIX_SECONDS.test(value)) return new Date(Number(value) * 1000);
    if (ISO_DATE.test(value)) return validDate(Date.parse(value));
  }
  return null;
}

/** 20261123T014700Z, in milliseconds; null: another form. */
function compactDate(text: string | undefined): number | null {
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text ?? "") ?? [];
  return year ? Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) : null;
}

function validDate(milliseconds: number): Date | null {
  const date = new Date(milliseconds);
  return Number.isNaN(date.getTime()) ? null : date;
}
