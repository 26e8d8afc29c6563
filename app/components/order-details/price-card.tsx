import {
  Badge,
  BlockStack,
  Box,
  Button,
  Card,
  Divider,
  InlineStack,
  Select,
  SkeletonBodyText,
  Text,
} from "@shopify/polaris";
import { useFetcher } from "@remix-run/react";
import { useCallback, useEffect, useState } from "react";
import type { EarnedAmounts, OrderPrice, KnownPrice } from "../../orders/pages/details/order-price.ts";
import type { SubmissionView } from "../../orders/pages/details/submission-view.ts";
import type { Margin as MarginResult } from "../../quotes/margin.ts";
import type { Price } from "../../quotes/basket.ts";
import { timeAgo, formatMoney } from "../common/format.ts";
import { COPY as COMMON } from "../common/copy.ts";
import { KIND_LABELS } from "./copy.ts";
import {
  LOSS_MESSAGE,
  FASTER_SHIPPING_MESSAGE,
  marginText,
  NO_MARGIN_MESSAGES,
  NO_PRICE_MESSAGES,
  PRICE_CARD,
  sharedPaymentText,
  TOTAL_MISMATCH_MESSAGE,
} from "./price-copy.ts";
import { CardHeading, Note, SmallNote } from "../common/text.tsx";
import type { OrderDetails } from "../../orders/pages/details/order-details.ts";
import type { SubmissionId } from "../../ports/ids.ts";

/** The print service's price of a submission, and the margin. */
export function PriceCard({ priceState, submissions }: { priceState: PriceState; submissions: SubmissionView[] }) {
  const { price, refreshFailed, loading, submissionId } = priceState;
  const submission = submissions.find(({ id }) => id === submissionId);
  const cancelled = submission?.state === "cancelled";
  const options = submissions.map(({ id, kind, reference }) => ({
    value: id,
    label: `${KIND_LABELS[kind]} ${reference}`,
  }));
  return (
    <Card>
      <BlockStack gap="400">
        <InlineStack align="space-between" blockAlign="center">
          <CardHeading>{PRICE_CARD.title}</CardHeading>
          {price && !cancelled && (
            <Button variant="plain" loading={loading} onClick={priceState.refresh}>
              {PRICE_CARD.refresh}
            </Button>
          )}
        </InlineStack>
        {options.length > 1 && (
          <Select
            label={PRICE_CARD.submission}
            options={options}
            value={submissionId ?? undefined}
            onChange={priceState.selectSubmission}
          />
        )}
        {submission?.account === "practice" && <Note>{COMMON.practice.price}</Note>}
        {cancelled ? <Text as="p">{PRICE_CARD.cancelled}</Text> : <PriceDetails price={price} />}
        {price?.earned && <Earned earned={price.earned} />}
        {refreshFailed && !cancelled && <Note tone="critical">{COMMON.priceNotRefreshed}</Note>}
      </BlockStack>
    </Card>
  );
}

function PriceDetails({ price }: { price: OrderPrice | undefined }) {
  if (!price) return <LoadingPrice />;
  const { priced, margin, fasterShipping, now } = price;
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
      {margin && !price.earned && <Margin {...price} margin={margin} priceCurrency={priced.price.currency} />}
      {fasterShipping && <Note>{FASTER_SHIPPING_MESSAGE}</Note>}
      <SmallNote>
        {PRICE_CARD.updated(
          timeAgo(priced.price.askedAt, new Date(now)),
          price.service,
          priced.price.fromFees !== undefined,
        )}
      </SmallNote>
    </BlockStack>
  );
}

/** As high as a price with its margin: the cards below stay where they are. */
const LoadingPrice = () => (
  <Box minHeight="210px">
    <SkeletonBodyText lines={6} />
  </Box>
);

function CostLines({ price }: { price: Price }) {
  const { currency } = price;
  return (
    <BlockStack gap="200">
      <Amount label={PRICE_CARD.items} amount={formatMoney(price.goods, currency)} />
      <Amount label={PRICE_CARD.shipping} amount={formatMoney(price.shipping, currency)} />
      <Amount label={PRICE_CARD.total} amount={formatMoney(price.total, currency)} strong />
      <Amount
        label={PRICE_CARD.tax}
        amount={price.fromFees?.taxKnown === false ? PRICE_CARD.notKnown : formatMoney(price.tax, currency)}
      />
      {price.discrepancies.length > 0 && <Note tone="critical">{TOTAL_MISMATCH_MESSAGE}</Note>}
    </BlockStack>
  );
}

/** What the order earned, by its kept costs. */
function Earned({ earned }: { earned: EarnedAmounts }) {
  const { currency, netSales, shipping, fees, cost, profit, percent, presentment, billed } = earned;
  const { awaitsBill, keptCurrency } = earned;
  const shown = (amount: string | null) => (amount === null ? PRICE_CARD.notKnownYet : formatMoney(amount, currency));
  const hasFees = fees === null || !/^0(\.0*)?$/.test(fees);
  return (
    <BlockStack gap="200">
      <Divider />
      <InlineStack align="space-between" gap="200">
        <Text as="h3" variant="headingSm">
          {PRICE_CARD.earned}
        </Text>
        {earned.estimated && <Badge>{PRICE_CARD.estimated}</Badge>}
      </InlineStack>
      <Amount label={PRICE_CARD.netSales} amount={shown(netSales)} />
      <Amount label={PRICE_CARD.shippingPaid} amount={shown(shipping)} />
      <Amount label={PRICE_CARD.cost} amount={shown(cost)} />
      {hasFees && <Amount label={PRICE_CARD.fees} amount={shown(fees)} />}
      <Amount
        label={PRICE_CARD.profit}
        amount={profit === null ? PRICE_CARD.notKnownYet : marginText(formatMoney(profit, currency), percent)}
        strong
      />
      {profit?.startsWith("-") && <Note tone="critical">{LOSS_MESSAGE}</Note>}
      {presentment && (
        <SmallNote>{PRICE_CARD.paidIn(formatMoney(presentment.revenue, presentment.currency))}</SmallNote>
      )}
      {billed && <Amount label={PRICE_CARD.billed} amount={formatMoney(billed.total, billed.currency)} />}
      {billed?.difference != null && (
        <SmallNote>
          {PRICE_CARD.billedDifference(signed(billed.difference, billed.currency), Number(billed.difference) === 0)}
        </SmallNote>
      )}
      {billed && billed.parts.length > 0 && (
        <SmallNote>
          {PRICE_CARD.billedParts(
            billed.parts.map(
              ({ part, difference }) => `${PRICE_CARD.billedPart[part]} ${signed(difference, billed.currency)}`,
            ),
          )}
        </SmallNote>
      )}
      {awaitsBill && <Amount label={PRICE_CARD.billed} amount={PRICE_CARD.notKnownYet} />}
      {keptCurrency !== null && <SmallNote>{PRICE_CARD.keptCurrency(keptCurrency)}</SmallNote>}
    </BlockStack>
  );
}

const signed = (amount: string, currency: string) =>
  `${amount.startsWith("-") ? "" : "+"}${formatMoney(amount, currency)}`;

type MarginProps = { margin: MarginResult; priceCurrency: string } & Pick<
  OrderPrice,
  "activeSubmissions" | "orderCost" | "fasterShippingCost"
>;

/** What remains of the customer's payment. `activeSubmissions`: how many submissions share the payment. */
function Margin({ margin, priceCurrency, activeSubmissions, orderCost, fasterShippingCost }: MarginProps) {
  if (!margin.known) return <Text as="p">{NO_MARGIN_MESSAGES[margin.reason]}</Text>;
  const { paid, cost, fees, profit, percent, currency } = margin;
  return (
    <BlockStack gap="200">
      <Divider />
      {fasterShippingCost !== null && (
        <Amount label={PRICE_CARD.faster} amount={formatMoney(fasterShippingCost, priceCurrency)} />
      )}
      {orderCost !== null && (
        <Amount label={PRICE_CARD.orderCost(activeSubmissions)} amount={formatMoney(orderCost, priceCurrency)} />
      )}
      {currency !== priceCurrency && (
        <Amount label={PRICE_CARD.converted(currency)} amount={formatMoney(cost, currency)} />
      )}
      <Amount label={PRICE_CARD.paid} amount={formatMoney(paid, currency)} />
      {fees !== "0" && <Amount label={PRICE_CARD.fees} amount={formatMoney(fees, currency)} />}
      <Amount label={PRICE_CARD.margin} amount={marginText(formatMoney(profit, currency), percent)} strong />
      {profit.startsWith("-") && <Note tone="critical">{LOSS_MESSAGE}</Note>}
      {activeSubmissions > 1 && orderCost === null && <Note>{sharedPaymentText(activeSubmissions)}</Note>}
    </BlockStack>
  );
}

/** One row of the calculation. `amount` includes the currency. */
function Amount({ label, amount, strong = false }: { label: string; amount: string; strong?: boolean }) {
  const fontWeight = strong ? "semibold" : undefined;
  return (
    <InlineStack align="space-between" gap="200" wrap={false}>
      <Text as="span" fontWeight={fontWeight}>
        {label}
      </Text>
      <Box minWidth="fit-content">
        <Text as="span" fontWeight={fontWeight} numeric>
          {amount}
        </Text>
      </Box>
    </InlineStack>
  );
}

export interface PriceState {
  /** The submission that is priced; null where the order has none. */
  submissionId: SubmissionId | null;
  /** undefined while loading. */
  price: OrderPrice | undefined;
  /** The price is the previous one: no newer one could be loaded. */
  refreshFailed: boolean;
  loading: boolean;
  selectSubmission(submissionId: SubmissionId): void;
  refresh(): void;
}

/** The price of the current, or of a selected, submission: the page loads one that is not `known`, or outdated, once it is shown. */
export function usePrice(page: OrderDetails, known: KnownPrice | null): PriceState {
  const [selectedId, selectSubmission] = useState<SubmissionId | null>(null);
  const submission =
    page.submissions.find(({ id }) => id === selectedId) ??
    page.submissions.find(({ id }) => id === page.currentSubmissionId);
  const submissionId = submission?.id ?? null;
  // The items of an unsent submission may change, and their price with them.
  const content = submission?.items.map((item) => `${item.itemSku} ${item.quantity}`).join() ?? "";
  // By its key, a fetcher never shows the amounts of another print order or of other items.
  const key = `price ${submissionId} ${content}`;
  const { load, data, state } = useFetcher<OrderPrice>({ key });
  const loadPrice = useCallback(
    (more = "") => {
      if (submissionId) load(`/app/orders/${page.number}/price?submission=${submissionId}${more}`);
    },
    [load, page.number, submissionId],
  );
  const withPage = (submissionId === page.currentSubmissionId ? known : null) ?? undefined;
  const isNeeded = !withPage || withPage.outdated;
  useEffect(() => {
    if (isNeeded) loadPrice();
  }, [loadPrice, isNeeded]);
  // A refresh of the page may know a newer one.
  const latest = data && !(withPage && withPage.now > data.now) ? data : withPage;
  const lastPrice = useLastPrice(key, latest);
  const shown = latest?.priced.status === "unavailable" ? (lastPrice ?? latest) : latest;
  return {
    submissionId,
    price: shown,
    refreshFailed: shown !== latest,
    loading: state !== "idle",
    selectSubmission,
    refresh: () => loadPrice("&fresh=1"),
  };
}

/** The last of the answers for the key that had a price. */
function useLastPrice(key: string, answer: OrderPrice | undefined): OrderPrice | undefined {
  const [last, setLast] = useState<{ key: string; price: OrderPrice } | null>(null);
  useEffect(() => {
    if (answer?.priced.status === "priced") setLast({ key, price: answer });
  }, [key, answer]);
  return last?.key === key ? last.price : undefined;
}
