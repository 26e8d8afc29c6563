import { useNavigate } from "@remix-run/react";
import { Banner, BlockStack, Card, EmptyState, Page, Text } from "@shopify/polaris";
import type { StuckPage } from "../../failed-webhooks/list.ts";
import { counted } from "../common/format.ts";
import { DeliveriesTable } from "./failed-webhooks-table.tsx";
import { useDeliveriesActs, type DeliveriesActs } from "./use-failed-webhook-actions.ts";

export interface DeliveriesViewProps {
  now: string;
  /** Where this page begins; null: at the newest. */
  after: string | null;
  stuck: StuckPage;
}

/** Messages of Shopify and of the print service that could not be read or handled. */
export function DeliveriesView({ now, after, stuck }: DeliveriesViewProps) {
  const acts = useDeliveriesActs();
  const navigate = useNavigate();
  return (
    <Page
      title="Unread messages"
      subtitle="What Shopify and the print service sent, and the app could not read or handle"
      backAction={{ content: "Home", url: "/app" }}
      pagination={
        after === null && stuck.next === null
          ? undefined
          : {
              hasPrevious: after !== null,
              onPrevious: () => navigate(-1),
              hasNext: stuck.next !== null,
              onNext: () => navigate(`?after=${stuck.next}`),
            }
      }
    >
      <BlockStack gap="400">
        <Outcome acts={acts} />
        <Card padding="0">
          {stuck.rows.length === 0 ? (
            <EmptyState heading="Every message was read" image="" fullWidth>
              <p>Messages that the app cannot read are set aside here, with the reason. Nothing waits.</p>
            </EmptyState>
          ) : (
            <DeliveriesTable rows={stuck.rows} now={now} acts={acts} />
          )}
        </Card>
      </BlockStack>
    </Page>
  );
}

function Outcome({ acts: { failed, left } }: { acts: DeliveriesActs }) {
  if (failed) {
    return (
      <Banner tone="critical" title="That did not reach the app">
        <Text as="p">Nothing was changed. Try again in a moment.</Text>
      </Banner>
    );
  }
  if (!left) return null;
  return (
    <Banner tone="warning" title={`${counted(left.count, "message")} stayed as before`}>
      <Text as="p">
        {left.act === "put_away"
          ? "Requests about people have to be carried out, and messages that are being read cannot be put away."
          : "Their content was erased, or they have been read meanwhile."}
      </Text>
    </Banner>
  );
}
