import { moment } from "./format.ts";
import { useShop } from "./shop-context.tsx";

/** A moment (ISO 8601, UTC) in the shop's time zone, which is shown. */
export function When({ at }: { at: string }) {
  return <time dateTime={at}>{moment(at, useShop().timezone)}</time>;
}
