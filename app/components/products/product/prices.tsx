import { useFetcher } from "@remix-run/react";
import { useAppBridge } from "@shopify/app-bridge-react";
import {
  BlockStack,
  Box,
  Button,
  Divider,
  FormLayout,
  InlineStack,
  Link,
  Select,
  SkeletonBodyText,
  Tag,
  Text,
  TextField,
} from "@shopify/polaris";
import { useEffect, useState } from "react";
import { gidNumber, type Gid } from "../../../ports/gid.ts";
import type { ShopSettings } from "../../../settings/settings.ts";
import type { CountryPrices, PriceGroup, PriceRow } from "../../../sku-checks/country-prices.ts";
import { AccountBanner, MessageBanner } from "../../common/banners.tsx";
import { DateTime } from "../../common/date-time.tsx";
import { formatMoney } from "../../common/format.ts";
import { useJsonFetcher } from "../../common/json-requests.ts";
import type { RequestFailed } from "../../common/request-failed.ts";
import { ResponsiveTable } from "../../common/responsive-table.tsx";
import { ENDINGS, SHIPPING } from "../../common/selling-prices.ts";
import { useDenial } from "../../common/shop-context.tsx";
import { Small, SmallNote, Strong, Subheading } from "../../common/text.tsx";
import { COPY as PRODUCTS, shownTitle } from "../copy.ts";
import { PRICES as COPY } from "./prices-copy.ts";

/** The answer of the prices' address. */
export type PricesAnswer =
  | { outcome: "read"; prices: CountryPrices; choices: readonly { value: string; label: string }[] }
  | { outcome: "invalid"; errors: Readonly<Record<string, string>> }
  | { outcome: "saved" }
  | RequestFailed;

type Goal = Omit<ShopSettings["sellingPrices"], "targetMarginPercent"> & { targetMarginPercent: string };

interface Props {
  productGid: Gid<"Product">;
  sellingPrices: ShopSettings["sellingPrices"];
}

const MAX_COUNTRIES = 6;
const DEBOUNCE_MS = 400;

/** What one piece costs by country, and the price that leaves the wanted margin. Shopify's prices stay as they are. */
export function Prices({ productGid, sellingPrices }: Props) {
  const stored = { ...sellingPrices, targetMarginPercent: String(sellingPrices.targetMarginPercent) };
  const [goal, setGoal] = useState<Goal>(stored);
  const [countries, setCountries] = useState<readonly string[]>([]);
  const { latest, failed, busy, errors, reload } = usePrices(productGid, goal, countries);
  const codes = countries.length > 0 ? countries : (latest?.prices.countries ?? []).map(({ code }) => code);
  return (
    <BlockStack gap="400">
      <GoalFields goal={goal} onChange={setGoal} error={errors["sellingPrices.targetMarginPercent"]} />
      <SaveGoal productGid={productGid} goal={goal} stored={stored} />
      <Countries
        codes={codes}
        ordered={latest?.prices.ordered ?? []}
        choices={latest?.choices ?? []}
        onAdd={(code) => setCountries([...codes, code])}
        onRemove={(code) => setCountries(codes.filter((one) => one !== code))}
      />
      <Text as="p">
        <Link url={`shopify://admin/products/${gidNumber(productGid)}`} target="_top">
          {COPY.changeInShopify}
        </Link>
      </Text>
      {failed && (
        <MessageBanner
          tone="critical"
          text={PRODUCTS.actionFailed}
          action={{ content: COPY.retry, onAction: reload }}
        />
      )}
      {latest ? (
        <div aria-busy={busy} aria-live="polite">
          <Found prices={latest.prices} goal={goal} onMore={reload} busy={busy} />
        </div>
      ) : (
        !failed && <LoadingPrices />
      )}
    </BlockStack>
  );
}

/** About as high as the prices of one SKU: what stands below is seldom moved. */
const LoadingPrices = () => (
  <Box minHeight="360px">
    <SkeletonBodyText lines={8} />
  </Box>
);

/** Loads the prices for what is typed, once nothing was typed for a moment; those that were read last stay meanwhile. */
function usePrices(productGid: Gid<"Product">, goal: Goal, countries: readonly string[]) {
  const { load, data, state } = useFetcher<PricesAnswer>();
  const [latest, setLatest] = useState<Extract<PricesAnswer, { outcome: "read" }> | null>(null);
  const query = new URLSearchParams([
    ...Object.entries(goal),
    ...countries.map((code) => ["country", code]),
  ]).toString();
  const address = `/app/products/${gidNumber(productGid)}/prices?${query}`;
  useEffect(() => {
    const timer = setTimeout(() => load(address), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [address, load]);
  if (data?.outcome === "read" && data !== latest) setLatest(data);
  return {
    latest,
    failed: data?.outcome === "failed" && state === "idle",
    busy: state !== "idle",
    errors: data?.outcome === "invalid" ? data.errors : {},
    reload: () => load(address),
  };
}

function GoalFields({ goal, onChange, error }: { goal: Goal; onChange(goal: Goal): void; error: string | undefined }) {
  return (
    <FormLayout>
      <FormLayout.Group>
        <TextField
          label={COPY.target}
          inputMode="decimal"
          suffix="%"
          autoComplete="off"
          autoFocus
          value={goal.targetMarginPercent}
          onChange={(targetMarginPercent) => onChange({ ...goal, targetMarginPercent })}
          // One line in any case: what stands below is not moved once an error comes.
          helpText={error === undefined ? COPY.targetHelp : undefined}
          error={error}
        />
        <Select
          label={COPY.ending}
          options={[...ENDINGS]}
          value={goal.ending}
          onChange={(ending) => onChange({ ...goal, ending: ending as Goal["ending"] })}
        />
        <Select
          label={COPY.shipping}
          options={[...SHIPPING]}
          value={goal.shipping}
          onChange={(shipping) => onChange({ ...goal, shipping: shipping as Goal["shipping"] })}
        />
      </FormLayout.Group>
    </FormLayout>
  );
}

/** Keeps what was typed for the pages of all products. */
function SaveGoal({ productGid, goal, stored }: { productGid: Gid<"Product">; goal: Goal; stored: Goal }) {
  const bridge = useAppBridge();
  const saver = useJsonFetcher<PricesAnswer>(
    (answer) => {
      if (answer.outcome === "saved") bridge.toast.show(COPY.saved);
      else if (answer.outcome === "failed") bridge.toast.show(PRODUCTS.actionFailed, { isError: true });
    },
    `/app/products/${gidNumber(productGid)}/prices`,
  );
  const isSame =
    goal.targetMarginPercent === stored.targetMarginPercent &&
    goal.ending === stored.ending &&
    goal.shipping === stored.shipping;
  const denial = useDenial("settings");
  return (
    <BlockStack gap="200" inlineAlign="start">
      <Button
        disabled={denial !== undefined || isSame}
        loading={saver.busy}
        onClick={() => saver.send({ sellingPrices: { ...goal } })}
      >
        {COPY.save}
      </Button>
      {denial && <SmallNote>{denial}</SmallNote>}
    </BlockStack>
  );
}

interface CountriesProps {
  codes: readonly string[];
  ordered: CountryPrices["ordered"];
  choices: readonly { value: string; label: string }[];
  onAdd(code: string): void;
  onRemove(code: string): void;
}

function Countries({ codes, ordered, choices, onAdd, onRemove }: CountriesProps) {
  const shown = new Set(codes);
  const names = new Map(choices.map(({ value, label }) => [value, label]));
  const frequent = ordered.filter(({ country: { code } }) => !shown.has(code));
  const groups = [
    {
      title: COPY.orderedGroup,
      options: frequent.map(({ country: { code, name }, orders }) => ({
        value: code,
        label: COPY.ordered(name, orders),
      })),
    },
    { title: COPY.allGroup, options: choices.filter(({ value }) => !shown.has(value)) },
  ];
  return (
    <BlockStack gap="200">
      <Select
        label={COPY.addCountry}
        options={[{ label: COPY.choose, value: "" }, ...groups.filter(({ options }) => options.length > 0)]}
        value=""
        onChange={(code) => code !== "" && onAdd(code)}
        disabled={choices.length === 0 || codes.length >= MAX_COUNTRIES}
        helpText={codes.length >= MAX_COUNTRIES ? COPY.full(MAX_COUNTRIES) : undefined}
      />
      <Box minHeight="20px">
        <InlineStack gap="200">
          {codes.map((code) => (
            <Tag key={code} onRemove={codes.length > 1 ? () => onRemove(code) : undefined}>
              {names.get(code) ?? code}
            </Tag>
          ))}
        </InlineStack>
      </Box>
    </BlockStack>
  );
}

function Found({ prices, goal, onMore, busy }: { prices: CountryPrices; goal: Goal; onMore(): void; busy: boolean }) {
  const { problem, groups, moreGroups, unasked, askedAt, currency, sellCurrency, isConverted } = prices;
  return (
    <BlockStack gap="400">
      {(problem === "not_connected" || problem === "account_rejected") && (
        <AccountBanner status={problem} text={COPY.noAccount} />
      )}
      {problem === "unavailable" && (
        <MessageBanner tone="warning" {...COPY.unavailable} action={{ content: COPY.retry, onAction: onMore }} />
      )}
      {!isConverted && (
        <MessageBanner
          tone="info"
          title={COPY.noRate.title}
          text={COPY.noRate.text(sellCurrency, currency)}
          action={{ content: COPY.noRate.action, url: COPY.noRate.url }}
        />
      )}
      {groups.map((group) => (
        <Group key={group.variants[0]?.gid} group={group} prices={prices} goal={goal} />
      ))}
      {moreGroups > 0 && <SmallNote>{COPY.moreGroups(moreGroups)}</SmallNote>}
      {unasked > 0 && (
        <InlineStack gap="200" blockAlign="center">
          <Text as="span">{COPY.unasked(unasked)}</Text>
          <Button onClick={onMore} loading={busy}>
            {COPY.more}
          </Button>
        </InlineStack>
      )}
      <BlockStack gap="100">
        {askedAt && (
          <SmallNote>
            {COPY.askedAt} <DateTime at={askedAt} />
          </SmallNote>
        )}
        <SmallNote>{COPY.basis}</SmallNote>
      </BlockStack>
    </BlockStack>
  );
}

interface GroupProps {
  group: PriceGroup;
  prices: CountryPrices;
  goal: Goal;
}

function Group({ group, prices, goal }: GroupProps) {
  const { currency, sellCurrency } = prices;
  const { variants, itemSkus, price, rows, sellAtEverywhere } = group;
  const names = variants.map(({ gid, title }) => (title === "" ? gidNumber(gid) : shownTitle(title)));
  const target = goal.targetMarginPercent;
  return (
    <BlockStack gap="200">
      <Divider />
      <BlockStack gap="050">
        <Subheading breakWord>{COPY.names(names)}</Subheading>
        <SmallNote breakWord>
          {[price === null ? COPY.noPrice : COPY.price(formatMoney(price, sellCurrency)), COPY.skus(itemSkus)].join(
            " · ",
          )}
        </SmallNote>
      </BlockStack>
      <ResponsiveTable
        rows={rows}
        resource={COPY.resource}
        headings={COPY.headings(target).map((title, at) =>
          at === 0 ? { title } : { title, alignment: "end" as const },
        )}
        idOf={({ country }) => country.code}
        cells={(row) => [
          row.country.name,
          ...(row.status === "priced"
            ? [
                formatMoney(row.print, currency),
                formatMoney(row.shipping, currency),
                formatMoney(row.cost, currency),
                <Margin key="margin" row={row} goal={goal} />,
                row.sellAt === null ? COPY.unknown : formatMoney(row.sellAt, sellCurrency),
              ]
            : [COPY.problems[row.status], "", "", "", ""]
          ).map((cell, at) => (
            <Text
              key={at}
              as="p"
              alignment={row.status === "priced" ? "end" : "start"}
              numeric={row.status === "priced"}
            >
              {cell}
            </Text>
          )),
        ]}
        phonePadding="0"
        phone={(row) => <PhoneRow row={row} goal={goal} prices={prices} />}
      />
      {sellAtEverywhere !== null && rows.length > 1 && (
        <Text as="p">
          {COPY.everywhere(target)} <Strong>{formatMoney(sellAtEverywhere, sellCurrency)}</Strong>
        </Text>
      )}
    </BlockStack>
  );
}

type PricedRow = Extract<PriceRow, { status: "priced" }>;

/** What remains of today's price. */
function Margin({ row: { margin }, goal }: { row: PricedRow; goal: Goal }) {
  if (margin === null) return COPY.unknown;
  const isBelow = Number(margin) < Number(goal.targetMarginPercent);
  return (
    <Text as="span" tone={isBelow ? "critical" : undefined}>
      {isBelow ? COPY.below(margin) : COPY.percent(margin)}
    </Text>
  );
}

function PhoneRow({ row, goal, prices }: { row: PriceRow; goal: Goal; prices: CountryPrices }) {
  const { currency, sellCurrency } = prices;
  if (row.status !== "priced")
    return (
      <BlockStack gap="050">
        <Strong>{row.country.name}</Strong>
        <Text as="span">{COPY.problems[row.status]}</Text>
      </BlockStack>
    );
  const [print, shipping, cost] = [row.print, row.shipping, row.cost].map((amount) => formatMoney(amount, currency));
  return (
    <BlockStack gap="050">
      <Strong>{row.country.name}</Strong>
      <Text as="span">{COPY.costs(cost ?? "")}</Text>
      <Small>{COPY.parts(print ?? "", shipping ?? "")}</Small>
      <Text as="span">
        {COPY.marginNow} <Margin row={row} goal={goal} />
      </Text>
      <Text as="span">
        {COPY.priceFor(goal.targetMarginPercent)}{" "}
        <Strong>{row.sellAt === null ? COPY.unknown : formatMoney(row.sellAt, sellCurrency)}</Strong>
      </Text>
    </BlockStack>
  );
}
