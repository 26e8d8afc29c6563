import { formatDateTime } from "./format.ts";
import { useShop } from "./shop-context.tsx";

/** A moment (ISO 8601, UTC) in the shop's time zone, which is shown. */
export function DateTime({ at }: { at: string }) {
  return <time dateTime={at}>{formatDateTime(at, useShop().timezone)}</time>;
}
