import { Text } from "@shopify/polaris";
import { COPY } from "./copy.ts";
import { formatDateTime, formatFullDateTime } from "./format.ts";
import { useShop } from "./shop-context.tsx";

/** A moment (ISO 8601, UTC) in the shop's time zone. The tooltip shows the year and the zone. */
export function DateTime({ at }: { at: string }) {
  const { timezone } = useShop();
  // The hydration would warn: a browser may format a zone's name otherwise than the server.
  return (
    <time dateTime={at} title={formatFullDateTime(at, timezone)} suppressHydrationWarning>
      {formatDateTime(at, timezone)}
    </time>
  );
}

/** Names the time zone of every time on the page. */
export function TimeZoneNote() {
  return (
    <Text as="p" variant="bodySm" tone="subdued" alignment="center">
      {COPY.timeZone(useShop().timezone)}
    </Text>
  );
}
