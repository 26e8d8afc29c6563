import {
  Badge,
  BlockStack,
  Box,
  Button,
  Card,
  Checkbox,
  ChoiceList,
  FormLayout,
  InlineStack,
  Select,
  Text,
  TextField,
} from "@shopify/polaris";
import { XIcon } from "@shopify/polaris-icons";
import { useState } from "react";
import type { RatesResult } from "../../checkout-rates/answer-rates.ts";
import type { CarrierServiceView } from "../../checkout-rates/carrier-service.ts";
import type { RateFigures } from "../../checkout-rates/rate-counts.ts";
import { SHIPPING_SCOPE } from "../../ports/shopify.ts";
import { FAST_METHODS } from "../../settings/checkout-rates.ts";
import type { CheckoutRatesDraft, ZoneDraft } from "../../settings-page/checkout-rates-draft.ts";
import type { DraftErrors, SettingsView } from "../../settings-page/settings-draft.ts";
import { MessageBanner } from "../common/banners.tsx";
import { DateTime } from "../common/date-time.tsx";
import { formatMoney } from "../common/format.ts";
import { useJsonFetcher } from "../common/json-requests.ts";
import type { RequestFailed } from "../common/request-failed.ts";
import { useShop } from "../common/shop-context.tsx";
import { Note, SmallNote, Subheading } from "../common/text.tsx";
import { useScopeRequest } from "../common/use-scope-request.ts";
import { NO_RATES, PROBLEMS, RATES, SOURCES, STATES } from "./rates-copy.ts";
import { ScopedCheckbox, Section } from "./section.tsx";
import { SettingsFrame } from "./settings-frame.tsx";
import { useSetting, useSettingsForm, type SettingsForm } from "./use-settings-form.ts";

export interface RatesPageProps {
  settings: SettingsView;
  carrier: CarrierServiceView;
  /** The merchant allows access to shipping. */
  allowed: boolean;
  /** The print account ships by services, and not by Express and Ground. */
  hasServices: boolean;
  figures: RateFigures;
  /** Mapped variants, to try rates with. */
  products: { value: string; label: string }[];
  countries: readonly { value: string; label: string }[];
}

const PAGE = "/app/settings/rates";

/** Rates at the checkout: the switch with its state in Shopify, prices, fallback prices, a try, and the last day. */
export function RatesPage({ settings, carrier, allowed, figures, products, countries, hasServices }: RatesPageProps) {
  const form = useSettingsForm(settings);
  return (
    <SettingsFrame page="rates" form={form} unreadable={settings.unreadable} offersRun={false}>
      <Section id="rates" title={RATES.switch.title} description={RATES.switch.description}>
        <SwitchCard form={form} carrier={carrier} allowed={allowed} />
      </Section>
      <Section id="prices" title={RATES.prices.title} description={RATES.prices.description}>
        <PricesCard form={form} />
      </Section>
      <Section
        id="faster"
        title={RATES.faster.title}
        description={hasServices ? RATES.faster.services : RATES.faster.description}
      >
        {hasServices ? (
          <Card>
            <Text as="p">{RATES.faster.standardAlone}</Text>
          </Card>
        ) : (
          <FasterCard form={form} />
        )}
      </Section>
      <Section id="fallback" title={RATES.fallback.title} description={RATES.fallback.description}>
        <FallbackCard form={form} />
      </Section>
      <Section id="try" title={RATES.try.title} description={RATES.try.description}>
        <TryCard form={form} products={products} countries={countries} />
      </Section>
      <Section id="figures" title={RATES.figures.title} description={RATES.figures.description}>
        <FiguresCard figures={figures} />
      </Section>
    </SettingsFrame>
  );
}

/** The rates as typed, with a setter of parts. */
function useRates(form: SettingsForm) {
  const { value, set, error } = useSetting(form, "checkoutRates");
  const change = (part: Partial<CheckoutRatesDraft>) => set({ ...value, ...part });
  return { value, change, error };
}

function SwitchCard({ form, carrier, allowed }: { form: SettingsForm } & Pick<RatesPageProps, "carrier" | "allowed">) {
  const text = RATES.switch;
  const { value, change } = useRates(form);
  const scope = useScopeRequest({ scope: SHIPPING_SCOPE, allowed, granted: text.granted });
  const checking = useJsonFetcher<{ outcome: "checked" } | RequestFailed>(() => {}, PAGE);
  const state = STATES[carrier.state];
  return (
    <Card>
      <BlockStack gap="400">
        <InlineStack gap="200" blockAlign="center">
          <Badge tone={state.tone}>{state.label}</Badge>
          {carrier.checkedAt && (
            <SmallNote>
              {text.checked} <DateTime at={carrier.checkedAt} />
            </SmallNote>
          )}
        </InlineStack>
        {carrier.problem && (
          <MessageBanner
            tone="critical"
            {...PROBLEMS[carrier.problem]}
            action={{ content: text.check, onAction: () => checking.send({ action: "check" }), loading: checking.busy }}
          />
        )}
        {checking.answer?.outcome === "failed" && <MessageBanner tone="warning" {...text.checkFailed} />}
        <ScopedCheckbox
          label={text.on}
          help={text.onHelp}
          checked={value.on}
          onChange={(on) => change({ on })}
          scope={scope}
          text={text}
        />
      </BlockStack>
    </Card>
  );
}

function PricesCard({ form }: { form: SettingsForm }) {
  const text = RATES.prices;
  const { currency } = useShop();
  const { value, change, error } = useRates(form);
  const amount = { inputMode: "decimal", suffix: currency, autoComplete: "off" } as const;
  return (
    <Card>
      <FormLayout>
        <TextField
          label={text.name}
          helpText={text.nameHelp}
          value={value.name}
          autoComplete="off"
          onChange={(name) => change({ name })}
          error={error("name")}
        />
        <FormLayout.Group>
          <TextField
            label={text.handlingPercent}
            inputMode="decimal"
            suffix="%"
            autoComplete="off"
            value={value.handlingPercent}
            onChange={(handlingPercent) => change({ handlingPercent })}
            error={error("handlingPercent")}
          />
          <TextField
            {...amount}
            label={text.handling}
            value={value.handling}
            onChange={(handling) => change({ handling })}
            error={error("handling")}
          />
        </FormLayout.Group>
        <Select
          label={text.rounding}
          options={[...text.roundings]}
          value={value.rounding}
          onChange={(chosen) =>
            change({ rounding: text.roundings.find((one) => one.value === chosen)?.value ?? value.rounding })
          }
        />
        <TextField
          {...amount}
          label={text.freeOver}
          helpText={text.freeOverHelp}
          value={value.freeOver}
          onChange={(freeOver) => change({ freeOver })}
          error={error("freeOver")}
        />
        <ChoiceList
          title={text.mixed}
          choices={[...text.mixedChoices]}
          selected={[value.mixed]}
          onChange={([chosen]) =>
            change({ mixed: text.mixedChoices.find((one) => one.value === chosen)?.value ?? value.mixed })
          }
        />
        {(value.mixed === "printed" || error("otherGoods")) && (
          <TextField
            {...amount}
            label={text.otherGoods}
            value={value.otherGoods}
            onChange={(otherGoods) => change({ otherGoods })}
            error={error("otherGoods")}
          />
        )}
      </FormLayout>
    </Card>
  );
}

function FasterCard({ form }: { form: SettingsForm }) {
  const text = RATES.faster;
  const { currency } = useShop();
  const { value, change, error } = useRates(form);
  return (
    <Card>
      <BlockStack gap="400">
        {FAST_METHODS.map((method) => {
          const label = text.methods[method];
          const rate = value.faster[method];
          const set = (part: Partial<typeof rate>) =>
            change({ faster: { ...value.faster, [method]: { ...rate, ...part } } });
          return (
            <FormLayout key={method}>
              <Checkbox label={text.offer(label)} checked={rate.on} onChange={(on) => set({ on })} />
              {rate.on && (
                <FormLayout.Group>
                  <TextField
                    label={text.name(label)}
                    value={rate.name}
                    autoComplete="off"
                    onChange={(name) => set({ name })}
                    error={error(`faster.${method}.name`)}
                  />
                  <TextField
                    label={text.surcharge(label)}
                    helpText={text.surchargeHelp}
                    inputMode="decimal"
                    suffix={currency}
                    autoComplete="off"
                    value={rate.surcharge}
                    onChange={(surcharge) => set({ surcharge })}
                    error={error(`faster.${method}.surcharge`)}
                  />
                </FormLayout.Group>
              )}
            </FormLayout>
          );
        })}
      </BlockStack>
    </Card>
  );
}

const NEW_ZONE: ZoneDraft = { countries: "", first: "", further: "0" };

function FallbackCard({ form }: { form: SettingsForm }) {
  const text = RATES.fallback;
  const { currency } = useShop();
  const { value, change, error } = useRates(form);
  const zones = value.fallback;
  const amount = { inputMode: "decimal", suffix: currency, autoComplete: "off" } as const;
  return (
    <Card>
      <BlockStack gap="400">
        {zones.length === 0 && <Note>{text.empty}</Note>}
        {zones.map((zone, at) => {
          const set = (part: Partial<ZoneDraft>) => change({ fallback: zones.with(at, { ...zone, ...part }) });
          return (
            <BlockStack key={at} gap="200">
              <InlineStack align="space-between" blockAlign="center">
                <Subheading>{text.zone(at + 1)}</Subheading>
                <Button
                  icon={XIcon}
                  variant="tertiary"
                  accessibilityLabel={text.remove(at + 1)}
                  onClick={() => change({ fallback: zones.toSpliced(at, 1) })}
                />
              </InlineStack>
              <FormLayout>
                <TextField
                  label={text.countries}
                  helpText={text.countriesHelp}
                  autoComplete="off"
                  value={zone.countries}
                  onChange={(countries) => set({ countries })}
                  error={error(`fallback.${at}.countries`)}
                />
                <FormLayout.Group>
                  <TextField
                    {...amount}
                    label={text.first}
                    value={zone.first}
                    onChange={(first) => set({ first })}
                    error={error(`fallback.${at}.first`)}
                  />
                  <TextField
                    {...amount}
                    label={text.further}
                    value={zone.further}
                    onChange={(further) => set({ further })}
                    error={error(`fallback.${at}.further`)}
                  />
                </FormLayout.Group>
              </FormLayout>
            </BlockStack>
          );
        })}
        <div>
          <Button onClick={() => change({ fallback: [...zones, NEW_ZONE] })}>{text.add}</Button>
        </div>
      </BlockStack>
    </Card>
  );
}

type TryAnswer =
  { outcome: "tried"; result: RatesResult } | { outcome: "invalid"; errors: DraftErrors } | RequestFailed;

function TryCard({
  form,
  products,
  countries,
}: { form: SettingsForm } & Pick<RatesPageProps, "products" | "countries">) {
  const text = RATES.try;
  const { value } = useRates(form);
  const [variant, setVariant] = useState("");
  const [quantity, setQuantity] = useState("1");
  const [country, setCountry] = useState("");
  const [others, setOthers] = useState(false);
  /** What was asked for last, as one text: rates of another basket or of other settings are not shown. */
  const [asked, setAsked] = useState<string | null>(null);
  const [tried, setTried] = useState(false);
  const { answer, busy, send } = useJsonFetcher<TryAnswer>(() => {}, PAGE);
  const problems = {
    variant: variant === "" && text.productMissing,
    quantity: !/^[1-9]\d{0,2}$/.test(quantity) && text.quantityInvalid,
    country: country === "" && text.countryMissing,
  };
  const basket = { variantGid: variant, quantity: Number(quantity), countryCode: country, withOthers: others };
  const body = JSON.stringify({ action: "try", draft: { checkoutRates: value }, ...basket });
  const submit = () => {
    setTried(true);
    if (Object.values(problems).some(Boolean)) return;
    setAsked(body);
    send(body);
  };
  if (products.length === 0)
    return (
      <Card>
        <Note>{text.noProducts}</Note>
      </Card>
    );
  return (
    <Card>
      <FormLayout>
        <Select
          label={text.product}
          placeholder={text.productPlaceholder}
          options={products}
          value={variant}
          onChange={setVariant}
          error={tried && problems.variant}
        />
        <FormLayout.Group>
          <TextField
            label={text.quantity}
            type="number"
            inputMode="numeric"
            min={1}
            max={999}
            autoComplete="off"
            value={quantity}
            onChange={setQuantity}
            error={tried && problems.quantity}
          />
          <Select
            label={text.country}
            placeholder={text.countryPlaceholder}
            options={[...countries]}
            value={country}
            onChange={setCountry}
            error={tried && problems.country}
          />
        </FormLayout.Group>
        <Checkbox label={text.others} checked={others} onChange={setOthers} />
        <div>
          <Button onClick={submit} loading={busy}>
            {text.submit}
          </Button>
          <div role="status">
            {answer && asked === body && (
              <Box paddingBlockStart="400">
                <TryResult answer={answer} />
              </Box>
            )}
          </div>
        </div>
      </FormLayout>
    </Card>
  );
}

function TryResult({ answer }: { answer: TryAnswer }) {
  const text = RATES.try;
  if (answer.outcome === "failed") return <MessageBanner tone="warning" {...text.failed} />;
  if (answer.outcome === "invalid")
    return (
      <BlockStack gap="100">
        <Text as="p" tone="critical">
          {text.invalid}
        </Text>
        {[...new Set(Object.values(answer.errors))].map((message) => (
          <Note key={message}>{message}</Note>
        ))}
      </BlockStack>
    );
  const { result } = answer;
  if (!("rates" in result)) return <Text as="p">{NO_RATES[result.problem]}</Text>;
  return (
    <Box background="bg-surface-secondary" padding="300" borderRadius="200">
      <BlockStack gap="200">
        <Subheading>{text.rates}</Subheading>
        {result.rates.map(({ code, name, amount, currency }) => (
          <InlineStack key={code} align="space-between" gap="200">
            <Text as="span">{name}</Text>
            <Text as="span">{Number(amount) === 0 ? text.free : formatMoney(amount, currency)}</Text>
          </InlineStack>
        ))}
        <SmallNote>
          {SOURCES[result.source]} {result.askedAt && <DateTime at={result.askedAt} />}
        </SmallNote>
      </BlockStack>
    </Box>
  );
}

function FiguresCard({ figures: { counts, p95Ms } }: Pick<RatesPageProps, "figures">) {
  const text = RATES.figures;
  if (p95Ms === null)
    return (
      <Card>
        <Note>{text.none}</Note>
      </Card>
    );
  const asked = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const rows = [
    [text.asked, text.requests(asked)],
    [text.quote, text.requests(counts.quote)],
    [text.kept, text.requests(counts.kept)],
    [text.fallback, text.requests(counts.fallback)],
    [text.noRates, text.requests(counts.none)],
    [text.notOurs, text.requests(counts.not_ours)],
    [text.p95, text.milliseconds(p95Ms)],
  ] as const;
  return (
    <Card>
      <BlockStack gap="200">
        {rows.map(([label, figure]) => (
          <InlineStack key={label} align="space-between" gap="200">
            <Text as="span">{label}</Text>
            <Text as="span">{figure}</Text>
          </InlineStack>
        ))}
      </BlockStack>
    </Card>
  );
}
