import { BlockStack, Card, InlineGrid, Text } from "@shopify/polaris";
import type { DryRunView } from "../../dry-run/read-dry-run.ts";
import { DateTime } from "../common/date-time.tsx";
import { formatMoney } from "../common/format.ts";
import { CardHeading, Note, SmallNote, Subheading } from "../common/text.tsx";
import { COPY, costNote, marginNote, marginText } from "./copy.ts";

const text = COPY.summary;

/** How many orders would print without a person, what that costs and what remains. */
export function SummaryCard({ run }: { run: DryRunView }) {
  const { outcomes, money, withoutPerson } = run;
  const toPrint = outcomes.would_send + outcomes.would_hold;
  return (
    <Card>
      <BlockStack gap="400">
        <BlockStack gap="100">
          <CardHeading>{toPrint === 0 ? text.nothing : text.withoutPerson(withoutPerson, toPrint)}</CardHeading>
          <Note>
            {text.startedOn} <DateTime at={run.since} />. {text.assumption}
          </Note>
          {run.truncated && <Note>{COPY.banners.truncated}</Note>}
        </BlockStack>
        {toPrint > 0 && (
          <InlineGrid columns={{ xs: 1, sm: 2 }} gap="400">
            <Figure
              title={text.cost}
              value={money.pricedOrders === 0 ? text.unknown : formatMoney(money.cost, run.currency)}
              note={costNote(money, toPrint)}
            />
            <Figure title={text.margin} value={marginText(run)} note={marginNote(run)} />
          </InlineGrid>
        )}
      </BlockStack>
    </Card>
  );
}

function Figure({ title, value, note }: { title: string; value: string; note: string }) {
  return (
    <BlockStack gap="100">
      <Subheading>{title}</Subheading>
      <Text as="p" variant="headingLg">
        {value}
      </Text>
      <SmallNote>{note}</SmallNote>
    </BlockStack>
  );
}
