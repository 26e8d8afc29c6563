import { BlockStack, Button, Card, InlineStack, Select, SkeletonBodyText, Text } from "@shopify/polaris";
import type { OrderPrice } from "../../orders/pages/details/order-price.ts";
import type { SubmissionView } from "../../orders/pages/details/submission-view.ts";
import type { Price } from "../../quotes/model.ts";
import { ago, money } from "../common/format.ts";
import { Margin } from "./margin.tsx";
import { Amount } from "./amount.tsx";
import { DOUBTFUL, NO_PRICE } from "./price-words.ts";
import { KIND_WORDS } from "./submission-words.ts";

export interface PriceAsked {
  /** The submission that is priced; null where the order has none. */
  submissionId: string | null;
  /** undefined while it comes. */
  price: OrderPrice | undefined;
  loading: boolean;
  choose(submissionId: string): void;
  refresh(): void;
}

/** What a submission costs at the print service, and what remains of what the buyer paid. */
export function PriceCard({ asked, submissions }: { asked: PriceAsked; submissions: SubmissionView[] }) {
  const { price, loading, submissionId } = asked;
  const cancelled = submissions.find(({ id }) => id === submissionId)?.state === "cancelled";
  const options = submissions.map(({ id, kind, reference }) => ({
    value: id,
    label: `${KIND_WORDS[kind]} ${reference}`,
  }));
  return (
    <Card>
      <BlockStack gap="400">
        <InlineStack align="space-between" blockAlign="center">
          <Text as="h2" variant="headingMd">
            Price
          </Text>
          {price && !cancelled && (
            <Button variant="plain" loading={loading} onClick={asked.refresh}>
              Refresh price
            </Button>
          )}
        </InlineStack>
        {options.length > 1 && (
          <Select
            label="Of the submission"
            options={options}
            value={submissionId ?? undefined}
            onChange={asked.choose}
          />
        )}
        {cancelled ? <Text as="p">It was cancelled, and costs nothing.</Text> : <Answer price={price} />}
      </BlockStack>
    </Card>
  );
}

function Answer({ price }: { price: OrderPrice | undefined }) {
  if (!price) return <SkeletonBodyText lines={6} />;
  const { priced, margin, counting, now } = price;
  if (priced.status !== "priced") {
    return (
      <BlockStack gap="200">
        <Text as="p">{NO_PRICE[priced.status]}</Text>
        {priced.status === "refused" && priced.words !== null && (
          <Text as="p" breakWord>
            “{priced.words}”
          </Text>
        )}
      </BlockStack>
    );
  }
  return (
    <BlockStack gap="400">
      <Costs price={priced.price} />
      {margin && <Margin margin={margin} counting={counting} />}
      <Text as="p" variant="bodySm" tone="subdued">
        For standard shipping; the print service was asked {ago(priced.price.askedAt, new Date(now))}.
      </Text>
    </BlockStack>
  );
}

function Costs({ price }: { price: Price }) {
  const { currency } = price;
  return (
    <BlockStack gap="200">
      <Amount label="Goods" amount={money(price.goods, currency)} />
      <Amount label="Shipping" amount={money(price.shipping, currency)} />
      <Amount label="Total" amount={money(price.total, currency)} strong />
      <Amount label="Tax, apart from the total" amount={money(price.tax, currency)} />
      {price.doubts.length > 0 && (
        <Text as="p" tone="critical">
          {DOUBTFUL}
        </Text>
      )}
    </BlockStack>
  );
}
