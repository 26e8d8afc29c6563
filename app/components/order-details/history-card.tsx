import { BlockStack, Button, Card, InlineStack, Text } from "@shopify/polaris";
import { useState } from "react";
import type { HistoryView } from "../../orders/pages/details/history-view.ts";
import { useShop } from "../common/shop-context.tsx";
import { byDay, timeOfDay } from "./group-by-day.ts";
import { ACTOR_WORDS, historyWords } from "./history-words.ts";

const FEW = 10;

/** What happened with the order, newest first. `named`: entries name their submission, where there are several. */
export function HistoryCard({ history, named }: { history: HistoryView[]; named: boolean }) {
  const { timezone } = useShop();
  const [all, setAll] = useState(false);
  const shown = all ? history : history.slice(0, FEW);
  return (
    <Card>
      <BlockStack gap="400">
        <Text as="h2" variant="headingMd">
          History
        </Text>
        {byDay(shown, timezone).map(({ label, entries }) => (
          <BlockStack key={label} gap="300">
            <Text as="h3" variant="headingSm" tone="subdued">
              {label}
            </Text>
            {entries.map((entry) => (
              <Entry key={entry.id} entry={entry} named={named} />
            ))}
          </BlockStack>
        ))}
        {history.length > shown.length && (
          <InlineStack>
            <Button variant="plain" onClick={() => setAll(true)}>
              {`Show all ${history.length} entries`}
            </Button>
          </InlineStack>
        )}
      </BlockStack>
    </Card>
  );
}

function Entry({ entry, named }: { entry: HistoryView; named: boolean }) {
  const { timezone } = useShop();
  const by = [ACTOR_WORDS[entry.actor], named && entry.reference].filter((part) => part);
  return (
    <BlockStack>
      <Text as="p">{historyWords(entry)}</Text>
      <Text as="p" variant="bodySm" tone="subdued" breakWord>
        <time dateTime={entry.at}>{timeOfDay(entry.at, timezone)}</time> · {by.join(" · ")}
      </Text>
    </BlockStack>
  );
}
