import { Banner, Text, type BannerProps } from "@shopify/polaris";
import type { ServiceOutage } from "../../print-accounts/provider-outage.ts";
import { When } from "./date-time.tsx";

const FAILED: Readonly<Record<ServiceOutage["call"], string>> = {
  list: "Inkbridge hasn't been able to read the list of orders",
  detail: "Inkbridge hasn't been able to read order details",
};

/** Says that updates may be missing, what fails and since when. */
export function OutageBanner({ outage, action }: { outage: ServiceOutage; action?: BannerProps["action"] }) {
  const { call, httpStatus, since, lastReadAt } = outage;
  const answer = httpStatus === null ? "The print service doesn't answer." : `The answer is HTTP ${httpStatus}.`;
  return (
    <Banner tone="critical" title="Updates from the print service may be missing" action={action}>
      <Text as="p">
        {FAILED[call]} at the print service since <When at={since} />. {answer}{" "}
        {lastReadAt && (
          <>
            The last check that worked was on <When at={lastReadAt} />.{" "}
          </>
        )}
        Inkbridge keeps trying, and catches up on missed tracking and status as soon as a check works.
      </Text>
    </Banner>
  );
}
