import { BlockStack, Button, Card, InlineStack, Select, SkeletonBodyText, Text } from "@shopify/polaris";
import type { OrderPrice } from "../../orders/pages/details/order-price.ts";
import type { SubmissionView } from "../../orders/pages/details/submission-view.ts";
import type { Price } from "../../quotes/model.ts";
import { timeAgo, formatMoney } from "../common/format.ts";
import { Margin } from "./margin.tsx";
import { Amount } from "./amount.tsx";
import { TOTAL_MISMATCH_MESSAGE, NO_PRICE_MESSAGES } from "./price-words.ts";
import { KIND_LABELS } from "./submission-words.ts";

export interface PriceState {
  /** The submission that is priced; null where the order has none. */
  submissionId: string | null;
  /** undefined while it comes. */
  price: OrderPrice | undefined;
  loading: boolean;
  selectSubmission(submissionId: string): void;
  refresh(): void;
}

/** What a submission costs at the print service, and what remains of what the buyer paid. */
export function PriceCard({ priceState, submissions }: { priceState: PriceState; submissions: SubmissionView[] }) {
  const { price, loading, submissionId } = priceState;
  const cancelled = submissions.find(({ id }) => id === submissionId)?.state === "cancelled";
  const options = submissions.map(({ id, kind, reference }) => ({
    value: id,
    label: `${KIND_LABELS[kind]} ${reference}`,
  }));
  return (
    <Card>
      <BlockStack gap="400">
        <InlineStack align="space-between" blockAlign="center">
          <Text as="h2" variant="headingMd">
            Price
          </Text>
          {price && !cancelled && (
            <Button variant="plain" loading={loading} onClick={priceState.refresh}>
              Refresh price
            </Button>
          )}
        </InlineStack>
        {options.length > 1 && (
          <Select
            label="Of the submission"
            options={options}
            value={submissionId ?? undefined}
            onChange={priceState.selectSubmission}
          />
        )}
        {cancelled ? <Text as="p">It was cancelled, and costs nothing.</Text> : <PriceDetails price={price} />}
      </BlockStack>
    </Card>
  );
}

function PriceDetails({ price }: { price: OrderPrice | undefined }) {
  if (!price) return <SkeletonBodyText lines={6} />;
  const { priced, margin, activeSubmissions, now } = price;
  if (priced.status !== "priced") {
    return (
      <BlockStack gap="200">
        <Text as="p">{NO_PRICE_MESSAGES[priced.status]}</Text>
        {priced.status === "rejected" && priced.providerMessage !== null && (
          <Text as="p" breakWord>
            “{priced.providerMessage}”
          </Text>
        )}
      </BlockStack>
    );
  }
  return (
    <BlockStack gap="400">
      <CostLines price={priced.price} />
      {margin && <Margin margin={margin} activeSubmissions={activeSubmissions} />}
      <Text as="p" variant="bodySm" tone="subdued">
        For standard shipping; the print service was asked {timeAgo(priced.price.askedAt, new Date(now))}.
      </Text>
    </BlockStack>
  );
}

function CostLines({ price }: { price: Price }) {
  const { currency } = price;
  return (
    <BlockStack gap="200">
      <Amount label="Goods" amount={formatMoney(price.goods, currency)} />
      <Amount label="Shipping" amount={formatMoney(price.shipping, currency)} />
      <Amount label="Total" amount={formatMoney(price.total, currency)} strong />
      <Amount label="Tax, apart from the total" amount={formatMoney(price.tax, currency)} />
      {price.discrepancies.length > 0 && (
        <Text as="p" tone="critical">
          {TOTAL_MISMATCH_MESSAGE}
        </Text>
      )}
    </BlockStack>
  );
}
