import { DescriptionList, Text } from "@shopify/polaris";
import type { WebhookStatus } from "../../print-accounts/webhooks/webhook-status.ts";
import { pluralize } from "../common/format.ts";
import { DateTime } from "../common/date-time.tsx";

/** What the print service says of an address of ours, and what came there. */
export function WebhookDetails({ webhook }: { webhook: WebhookStatus }) {
  const { endpoint, header, registeredAt, lastDeliveryAt } = webhook;
  return (
    <DescriptionList
      gap="tight"
      items={[
        {
          term: "App address",
          description: (
            <Text as="span" breakWord>
              {endpoint}
            </Text>
          ),
        },
        { term: "Key header", description: header ?? "Not told by the print service" },
        { term: "Registered", description: registeredAt ? <DateTime at={registeredAt} /> : "Not by this app yet" },
        { term: "Last update", description: lastDeliveryAt ? <DateTime at={lastDeliveryAt} /> : "None received yet" },
        { term: "Last 24 hours", description: lastDay(webhook) },
      ]}
    />
  );
}

function lastDay({ received, unmatched }: WebhookStatus): string {
  if (received === 0) return "No updates";
  const all = pluralize(received, "update");
  return unmatched === 0 ? all : `${all}, ${unmatched} for unknown orders`;
}
