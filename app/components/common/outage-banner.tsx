import { Banner, Text, type BannerProps } from "@shopify/polaris";
import type { ProviderOutage } from "../../print-accounts/provider-outage.ts";
import { DateTime } from "./date-time.tsx";

const FAILED_CALLS: Readonly<Record<ProviderOutage["call"], string>> = {
  list: "Inkbridge hasn't been able to read the list of orders",
  detail: "Inkbridge hasn't been able to read order details",
};

/** Says that updates may be missing, what fails and since when. */
export function OutageBanner({ outage, action }: { outage: ProviderOutage; action?: BannerProps["action"] }) {
  const { call, httpStatus, since, lastReadAt } = outage;
  const answer = httpStatus === null ? "The print service doesn't answer." : `The answer is HTTP ${httpStatus}.`;
  return (
    <Banner tone="critical" title="Updates from the print service may be missing" action={action}>
      <Text as="p">
        {FAILED_CALLS[call]} at the print service since <DateTime at={since} />. {answer}{" "}
        {lastReadAt && (
          <>
            The last check that worked was on <DateTime at={lastReadAt} />.{" "}
          </>
        )}
        Inkbridge keeps trying, and catches up on missed tracking and status as soon as a check works.
      </Text>
    </Banner>
  );
}
