import { DescriptionList, Text } from "@shopify/polaris";
import type { RegistrationView } from "../../print-accounts/webhooks/webhook-status.ts";
import { counted } from "../common/format.ts";
import { When } from "../common/date-time.tsx";

/** What the print service says of an address of ours, and what came there. */
export function RegistrationFacts({ registration }: { registration: RegistrationView }) {
  const { endpoint, header, registeredAt, lastEventAt } = registration;
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
        { term: "Registered", description: registeredAt ? <When at={registeredAt} /> : "Not by this app yet" },
        { term: "Last update", description: lastEventAt ? <When at={lastEventAt} /> : "None received yet" },
        { term: "Last 24 hours", description: lastDay(registration) },
      ]}
    />
  );
}

function lastDay({ received, unknown }: RegistrationView): string {
  if (received === 0) return "No updates";
  const all = counted(received, "update");
  return unknown === 0 ? all : `${all}, ${unknown} for unknown orders`;
}
