import { Banner, Text, type BannerProps } from "@shopify/polaris";
import type { ProviderOutage } from "../../print-accounts/provider-outage.ts";
import { COPY } from "./copy.ts";
import { DateTime } from "./date-time.tsx";

/** Says that updates may be delayed, which call fails and since when. */
export function OutageBanner({ outage, action }: { outage: ProviderOutage; action?: BannerProps["action"] }) {
  const { call, httpStatus, since, lastReadAt } = outage;
  const { title, answer, lastRead, retry } = COPY.outage;
  return (
    <Banner tone="critical" title={title} action={action}>
      <Text as="p">
        {COPY.outage.since(call)} <DateTime at={since} />. {answer(httpStatus)}{" "}
        {lastReadAt && (
          <>
            {lastRead} <DateTime at={lastReadAt} />.{" "}
          </>
        )}
        {retry}
      </Text>
    </Banner>
  );
}
