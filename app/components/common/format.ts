/**
 * An amount with its currency, e.g. `$12.40 USD`. The amount is a decimal string and keeps every digit, to the sixth. The digits that
 * it has at least are our own: those of Node and of a browser differ, and so would the server's page and the browser's.
 */
export function formatMoney(amount: string, currency: string): string {
  const digits = { minimumFractionDigits: minorDigits(currency), maximumFractionDigits: 6 };
  const style = ISO_CODE.test(currency)
    ? ({ style: "currency", currency, currencyDisplay: "narrowSymbol" } as const)
    : {};
  return `${new Intl.NumberFormat("en-US", { ...style, ...digits }).format(amount as `${number}`)} ${currency}`;
}

/** Shopify has codes of its own, such as USDC, which have no symbol. */
const ISO_CODE = /^[A-Z]{3}$/;

/** Digits behind the point of a currency's smallest unit (ISO 4217). */
const minorDigits = (currency: string): number => (NO_MINOR_UNIT.has(currency) ? 0 : THOUSANDTHS.has(currency) ? 3 : 2);

const NO_MINOR_UNIT: ReadonlySet<string> = new Set(
  "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF".split(" "),
);
const THOUSANDTHS: ReadonlySet<string> = new Set("BHD IQD JOD KWD LYD OMR TND".split(" "));

/** Countries (`code`: ISO 3166 alpha-2) in a sentence: `the United States and Canada`. */
export function countryNames(countries: readonly { code: string; name: string }[]): string {
  const withArticle = countries.map(({ code, name }) => (WITH_ARTICLE.has(code) ? `the ${name}` : name));
  return new Intl.ListFormat("en-US").format(withArticle);
}

const WITH_ARTICLE: ReadonlySet<string> = new Set(["US", "GB", "NL", "PH", "AE", "BS", "GM", "MV", "CZ"]);

/** A moment as Shopify's admin shows it: `Nov 21 at 10:38 pm`; another year than that of `now` is named. */
export function formatDateTime(iso: string, timezone: string, now = new Date()): string {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone: timezone,
    year: "numeric",
    month: "short",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
  });
  const [at, present] = [new Date(iso), now].map((date) =>
    Object.fromEntries(parts.formatToParts(date).map(({ type, value }) => [type, value])),
  );
  const year = at?.["year"] === present?.["year"] ? "" : `, ${at?.["year"]}`;
  return `${at?.["month"]} ${at?.["day"]}${year} at ${at?.["hour"]}:${at?.["minute"]} ${at?.["dayPeriod"]?.toLowerCase()}`;
}

/** A moment near `now` in words, with its time zone: `today at 6:00 pm EDT`, `tomorrow at 9:00 am EDT`, `on Wed, Dec 2 at 6:00 pm EST`. */
export function formatMoment(iso: string, timezone: string, now: Date): string {
  const format = (options: Intl.DateTimeFormatOptions, at: Date) =>
    new Intl.DateTimeFormat("en-US", { timeZone: timezone, ...options }).format(at);
  const at = new Date(iso);
  const day = (date: Date) => format({ dateStyle: "short" }, date);
  const time = new Intl.DateTimeFormat("en-US", {
    timeZone: timezone,
    hour: "numeric",
    minute: "2-digit",
    timeZoneName: "short",
  });
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    time.formatToParts(at).find((one) => one.type === type)?.value ?? "";
  const clock = `${part("hour")}:${part("minute")} ${part("dayPeriod").toLowerCase()} ${part("timeZoneName")}`;
  const tomorrow = new Date(now.getTime() + 86_400_000);
  if (day(at) === day(now)) return `today at ${clock}`;
  if (day(at) === day(tomorrow)) return `tomorrow at ${clock}`;
  return `on ${format({ weekday: "short", month: "short", day: "numeric" }, at)} at ${clock}`;
}

/** A time of each day as `formatDateTime` has it: `18:00` → `6:00 pm`. */
export function formatClock(time: string): string {
  const hour = Number(time.slice(0, 2));
  return `${hour % 12 || 12}${time.slice(2)} ${hour < 12 ? "am" : "pm"}`;
}

/** The day of a moment: `Nov 21, 2026`. */
export function formatDate(iso: string, timezone: string): string {
  return new Intl.DateTimeFormat("en-US", { timeZone: timezone, dateStyle: "medium" }).format(new Date(iso));
}

/** A moment with its year and time zone: `November 21, 2026 at 10:38 PM EST`. */
export function formatFullDateTime(iso: string, timezone: string): string {
  return new Intl.DateTimeFormat("en-US", {
    timeZone: timezone,
    year: "numeric",
    month: "long",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
    timeZoneName: "short",
  }).format(new Date(iso));
}

/** The rough age of a moment: `just now`, `3 minutes ago`, `2 days ago`. */
export function timeAgo(iso: string, now: Date): string {
  const seconds = Math.round((now.getTime() - new Date(iso).getTime()) / 1000);
  if (seconds < 60) return "just now";
  const [unit, size] = UNITS.find(([, size]) => seconds >= size) ?? MINUTE;
  return new Intl.RelativeTimeFormat("en-US").format(-Math.floor(seconds / size), unit);
}

type Unit = [Intl.RelativeTimeFormatUnit, number];
const MINUTE: Unit = ["minute", 60];
const UNITS: Unit[] = [["day", 86_400], ["hour", 3_600], MINUTE];

/** `50,000`. */
export const formatNumber = (count: number): string => new Intl.NumberFormat("en-US").format(count);

/** `999+` for a count that went no further than its limit of 1,000. */
export const formatUpTo = (limit: number, count: number): string =>
  count < limit ? formatNumber(count) : `${formatNumber(limit - 1)}+`;

/** `1 order`, `2 orders`. */
export function pluralize(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}

/** `in 23 minutes`; seconds below two minutes, hours from two hours on, days from two days on. */
export function timeUntil(seconds: number): string {
  const relative = new Intl.RelativeTimeFormat("en-US");
  if (seconds < 120) return relative.format(seconds, "second");
  if (seconds < 2 * 3_600) return relative.format(Math.round(seconds / 60), "minute");
  if (seconds < 2 * 86_400) return relative.format(Math.round(seconds / 3_600), "hour");
  return relative.format(Math.round(seconds / 86_400), "day");
}
