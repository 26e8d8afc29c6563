const SHOP_OFFSET_HOURS = -5;

/** Shopify keeps whole seconds. */
export function wholeSecond(time: Date): Date {
  return new Date(Math.floor(time.getTime() / 1000) * 1000);
}

/** GraphQL: UTC without milliseconds. */
export function graphTime(time: Date): string {
  return time.toISOString().replace(/\.\d+Z$/, "Z");
}

/** Webhooks: the shop's own offset, so that comparing times as texts fails in tests, too. */
export function restTime(time: Date): string {
  const local = new Date(time.getTime() + SHOP_OFFSET_HOURS * 3_600_000);
  return local.toISOString().replace(/\.\d+Z$/, "-05:00");
}
