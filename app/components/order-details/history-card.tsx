import { BlockStack, Button, InlineStack, Text } from "@shopify/polaris";
import { useState } from "react";
import type { HistoryView } from "../../orders/pages/details/history-view.ts";
import { useShop } from "../common/shop-context.tsx";
import { actorLabel, HISTORY_CARD, historyMessage } from "./history-copy.ts";
import { SmallNote, TitledCard } from "../common/text.tsx";

const INITIAL_COUNT = 10;

/** The history of an order, newest first. `showReference`: entries name their submission. */
export function HistoryCard({ history, showReference }: { history: HistoryView[]; showReference: boolean }) {
  const { timezone } = useShop();
  const [showAll, setShowAll] = useState(false);
  const visibleEntries = showAll ? history : history.slice(0, INITIAL_COUNT);
  return (
    <TitledCard title={HISTORY_CARD.title}>
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
    </TitledCard>
  );
}

function Entry({ entry, showReference }: { entry: HistoryView; showReference: boolean }) {
  const { timezone } = useShop();
  const attribution = [actorLabel(entry.actor, entry.by), showReference && entry.reference].filter((part) => part);
  return (
    <BlockStack>
      <Text as="p">{historyMessage(entry)}</Text>
      {entry.approvedNote !== null && <SmallNote breakWord>{HISTORY_CARD.approved(entry.approvedNote)}</SmallNote>}
      {entry.reason !== null && <SmallNote breakWord>“{entry.reason}”</SmallNote>}
      <SmallNote breakWord>
        <time dateTime={entry.at}>{timeOfDay(entry.at, timezone)}</time> · {attribution.join(" · ")}
      </SmallNote>
    </BlockStack>
  );
}

/** Groups entries by their day in a time zone, e.g. `Saturday, Nov 21, 2026`, and keeps their order. */
export function groupByDay<T extends { at: string }>(entries: readonly T[], timezone: string) {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone: timezone,
    weekday: "long",
    year: "numeric",
    month: "short",
    day: "numeric",
  });
  const days: { label: string; entries: T[] }[] = [];
  for (const entry of entries) {
    const label = format.format(new Date(entry.at));
    const last = days.at(-1);
    if (last?.label === label) last.entries.push(entry);
    else days.push({ label, entries: [entry] });
  }
  return days;
}

/** e.g. `2:03 pm`. */
function timeOfDay(iso: string, timezone: string): string {
  const format = new Intl.DateTimeFormat("en-US", { timeZone: timezone, hour: "numeric", minute: "2-digit" });
  return format.format(new Date(iso)).replace(/\s/g, " ").toLowerCase();
}
