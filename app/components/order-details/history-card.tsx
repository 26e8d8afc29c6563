import { BlockStack, Button, Card, InlineStack, Text } from "@shopify/polaris";
import { useState } from "react";
import type { HistoryView } from "../../orders/pages/details/history-view.ts";
import { useShop } from "../common/shop-context.tsx";
import { groupByDay, timeOfDay } from "./group-by-day.ts";
import { ACTOR_LABELS, HISTORY_CARD, historyMessage } from "./history-copy.ts";

const INITIAL_COUNT = 10;

/** The history of an order, newest first. `showReference`: entries name their submission. */
export function HistoryCard({ history, showReference }: { history: HistoryView[]; showReference: boolean }) {
  const { timezone } = useShop();
  const [showAll, setShowAll] = useState(false);
  const visibleEntries = showAll ? history : history.slice(0, INITIAL_COUNT);
  return (
    <Card>
      <BlockStack gap="400">
        <Text as="h2" variant="headingMd">
          {HISTORY_CARD.title}
        </Text>
        {groupByDay(visibleEntries, timezone).map(({ label, entries }) => (
          <BlockStack key={label} gap="300">
            <Text as="h3" variant="headingSm" tone="subdued">
              {label}
            </Text>
            {entries.map((entry) => (
              <Entry key={entry.id} entry={entry} showReference={showReference} />
            ))}
          </BlockStack>
        ))}
        {history.length > visibleEntries.length && (
          <InlineStack>
            <Button variant="plain" onClick={() => setShowAll(true)}>
              {HISTORY_CARD.showAll(history.length)}
            </Button>
          </InlineStack>
        )}
      </BlockStack>
    </Card>
  );
}

function Entry({ entry, showReference }: { entry: HistoryView; showReference: boolean }) {
  const { timezone } = useShop();
  const attribution = [ACTOR_LABELS[entry.actor], showReference && entry.reference].filter((part) => part);
  return (
    <BlockStack>
      <Text as="p">{historyMessage(entry)}</Text>
      <Text as="p" variant="bodySm" tone="subdued" breakWord>
        <time dateTime={entry.at}>{timeOfDay(entry.at, timezone)}</time> · {attribution.join(" · ")}
      </Text>
    </BlockStack>
  );
}
