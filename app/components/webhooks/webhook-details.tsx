import { DescriptionList, Text } from "@shopify/polaris";
import type { WebhookStatus } from "../../print-accounts/webhooks/webhook-status.ts";
import { DateTime } from "../common/date-time.tsx";
import { COPY } from "./copy.ts";

const text = COPY.details;

/** A webhook as the print service has it, and the updates that arrived. */
export function WebhookDetails({ webhook }: { webhook: WebhookStatus }) {
  const { endpoint, header, registeredAt, lastDeliveryAt } = webhook;
  return (
    <DescriptionList
      gap="tight"
      items={[
        {
          term: text.address,
          description: (
            <Text as="span" breakWord>
              {endpoint}
            </Text>
          ),
        },
        { term: text.header, description: header ?? text.noHeader },
        { term: text.registered, description: registeredAt ? <DateTime at={registeredAt} /> : text.notRegistered },
        { term: text.lastUpdate, description: lastDeliveryAt ? <DateTime at={lastDeliveryAt} /> : text.noUpdate },
        { term: text.lastDay, description: text.updates(webhook.received, webhook.unmatched) },
      ]}
    />
  );
}
