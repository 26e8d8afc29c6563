import { BlockStack, Box, Card, InlineStack, Text } from "@shopify/polaris";
import type { MethodComparison, MethodRow } from "../../quotes/compare-methods.ts";
import { AccountBanner, MessageBanner } from "../common/banners.tsx";
import { COPY as COMMON } from "../common/copy.ts";
import { DateTime } from "../common/date-time.tsx";
import { formatMoney } from "../common/format.ts";
import { ResponsiveTable } from "../common/responsive-table.tsx";
import { CardHeading, Note, SmallNote, Strong } from "../common/text.tsx";
import { COPY } from "./copy.ts";

const text = COPY.methods;

interface Props {
  methods: MethodComparison;
  /** The destination in words. */
  place: string;
  loading: boolean;
  onRetry(): void;
}

/** What the basket costs by each shipping service, beside the margin at the prices in Shopify. What is not known is said to be so. */
export function MethodsTable({ methods, place, loading, onRetry }: Props) {
  const { rows, gone, problem, readAt, currency } = methods;
  const shown = shownIn(currency);
  return (
    <BlockStack gap="400">
      {problem === "unavailable" && (
        <MessageBanner
          tone="warning"
          {...text.unavailable}
          action={{ content: COMMON.tryAgain, onAction: onRetry, loading }}
        />
      )}
      {problem === "account_rejected" && <AccountBanner status={problem} text={text.accountRejected} />}
      <Card padding="0">
        <Box padding="400">
          <BlockStack gap="200">
            <CardHeading>{text.title}</CardHeading>
            <Note>{text.basis(place)}</Note>
            {rows.length === 0 && <Text as="p">{text.none}</Text>}
          </BlockStack>
        </Box>
        {rows.length > 0 && (
          <ResponsiveTable
            rows={rows}
            resource={text.resource}
            headings={text.headings.map((title, at) => (at === 0 ? { title } : { title, alignment: "end" as const }))}
            idOf={({ code, name }) => code || name}
            cells={(row) => [
              <Name key="name" row={row} />,
              ...amountsOf(row, shown).map((cell, at) => (
                <Text key={at} as="p" alignment="end" numeric>
                  {cell}
                </Text>
              )),
            ]}
            phonePadding="400"
            phone={(row) => <PhoneRow row={row} currency={currency} />}
          />
        )}
        <Box padding="400">
          <BlockStack gap="100">
            {gone.map(({ name, since }) => (
              <Note key={name} tone="critical">
                {text.gone(name)} <DateTime at={since} />
              </Note>
            ))}
            {marginNotes(methods).map((note) => (
              <SmallNote key={note}>{note}</SmallNote>
            ))}
            {readAt && (
              <SmallNote>
                {text.readAt} <DateTime at={readAt} />
              </SmallNote>
            )}
          </BlockStack>
        </Box>
      </Card>
    </BlockStack>
  );
}

type Shown = (amount: string | null) => string;

const shownIn =
  (currency: string, notKnown: string = COPY.price.notKnown): Shown =>
  (amount) =>
    amount === null ? notKnown : formatMoney(amount, currency);

/** First item, each further one, tax, total, margin. */
function amountsOf({ firstFees, perFurther, tax, total, margin }: MethodRow, shown: Shown): string[] {
  return [
    shown(firstFees),
    furtherText(perFurther, shown),
    shown(tax),
    shown(total),
    margin === null ? COPY.price.notKnown : text.percent(margin),
  ];
}

const furtherText = (fees: MethodRow["perFurther"], shown: Shown): string =>
  fees === null || fees.low === fees.high ? shown(fees?.low ?? null) : text.range(shown(fees.low), shown(fees.high));

function Name({ row: { name, code, notShipped } }: { row: MethodRow }) {
  return (
    <BlockStack>
      <Text as="span" breakWord>
        {name || code}
      </Text>
      {notShipped.length > 0 && <SmallNote tone="critical">{text.notShipped(notShipped)}</SmallNote>}
    </BlockStack>
  );
}

function PhoneRow({ row, currency }: { row: MethodRow; currency: string }) {
  const [first = "", further = "", tax = ""] = amountsOf(row, shownIn(currency, COPY.price.notKnownWithin));
  const [total = "", margin = ""] = amountsOf(row, shownIn(currency)).slice(-2);
  return (
    <BlockStack gap="100">
      <InlineStack align="space-between" gap="200">
        <Name row={row} />
        <Strong>{total}</Strong>
      </InlineStack>
      <Note>{text.phone(first, further, tax)}</Note>
      <Note>{text.margin(margin)}</Note>
    </BlockStack>
  );
}

/** Why margins are missing, or what they count. */
function marginNotes({ rows, price, lacksRate, isLowestPrice, sellCurrency, currency }: MethodComparison): string[] {
  if (rows.length === 0) return [];
  if (price === null) return [text.noPrice];
  if (lacksRate) return [text.noRate(sellCurrency, currency)];
  return isLowestPrice ? [text.lowestPrice] : [];
}
