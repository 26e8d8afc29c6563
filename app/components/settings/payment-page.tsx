import { BlockStack, Button, Card, Checkbox, FormLayout, InlineStack, Select, TextField } from "@shopify/polaris";
import { NIGHT_OFFSET_MS } from "../../settings/wall-time.ts";
import { MAX_CALLS, SOLD_DAYS } from "../../sku-checks/limits.ts";
import type { SettingsDraft } from "../../settings-page/settings-draft.ts";
import type { TryMarginResult } from "../../settings-page/try-margin.ts";
import { focusFirstError } from "../common/focus.ts";
import { postJson } from "../common/json-requests.ts";
import { ENDINGS, SHIPPING } from "../common/selling-prices.ts";
import { useShop } from "../common/shop-context.tsx";
import { Note, Subheading } from "../common/text.tsx";
import { COPY, METHODS } from "./copy.ts";
import { CheckboxSetting, ChoiceSetting, SelectSetting, TextSetting } from "./fields.tsx";
import { Section } from "./section.tsx";
import { TryOnPastOrders, triedTexts } from "./try-on-past-orders.tsx";
import { useSetting, type SettingsForm } from "./use-settings-form.ts";

const text = COPY.payment;
const pricesText = COPY.prices;
const profitText = COPY.profit;
const NIGHT_BEGINS = `${NIGHT_OFFSET_MS / (60 * 60_000)}:00 am`;

type Currencies = readonly { code: string; name: string }[];

/** When orders are sent that are not paid yet, and whether test orders are. */
export function PaymentPage({ form }: { form: SettingsForm }) {
  return (
    <Section id="payment" title={text.title} description={text.description}>
      <Card>
        <FormLayout>
          <PaymentKinds form={form} />
          <ChoiceSetting
            form={form}
            name="testOrders"
            label={text.testOrders}
            choices={[
              { value: "hold", label: text.testOrdersHold, helpText: text.testOrdersHoldHelp },
              { value: "print", label: text.testOrdersPrint, helpText: text.testOrdersPrintHelp },
            ]}
          />
        </FormLayout>
      </Card>
    </Section>
  );
}

/**
 * The billing currency, the margin below which an order is held, prices to sell at, the nightly check of what is sold, and what counts
 * as an order's profit.
 */
export function PricesPage({ form, currencies }: { form: SettingsForm; currencies: Currencies }) {
  return (
    <>
      <Section id="prices" title={pricesText.title} description={pricesText.description}>
        <Card>
          <FormLayout>
            <SelectSetting
              form={form}
              name="serviceCurrency"
              label={pricesText.currency}
              helpText={pricesText.currencyHelp}
              choices={currencies.map(({ code, name }) => ({ value: code, label: `${code} – ${name}` }))}
            />
            <MinimumMargin form={form} />
            <TryMinimum form={form} />
            <FasterShipping form={form} />
            <SellingPrices form={form} />
            <CheckboxSetting
              form={form}
              name="nightlySkuCheck"
              label={pricesText.nightlyCheck}
              helpText={pricesText.nightlyCheckHelp(NIGHT_BEGINS, SOLD_DAYS, MAX_CALLS)}
            />
          </FormLayout>
        </Card>
      </Section>
      <Section id="profit" title={profitText.title} description={profitText.description}>
        <Card>
          <Profit form={form} currencies={currencies} />
        </Card>
      </Section>
    </>
  );
}

type ProfitDraft = SettingsDraft["profit"];

function Profit({ form, currencies }: { form: SettingsForm; currencies: Currencies }) {
  const { currency: shopCurrency } = useShop();
  const { value, set, error } = useSetting(form, "profit");
  const { value: billing } = useSetting(form, "serviceCurrency");
  const change = (part: Partial<ProfitDraft>) => set({ ...value, ...part });
  const { paymentFee: fee, rates } = value;
  const options = currencies.map(({ code, name }) => ({ value: code, label: `${code} – ${name}` }));
  const changeRate = (at: number, part: Partial<ProfitDraft["rates"][number]>) =>
    change({ rates: rates.map((rate, index) => (index === at ? { ...rate, ...part } : rate)) });
  const other = billing === shopCurrency ? "" : (shopCurrency ?? "");
  return (
    <FormLayout>
      <Select
        label={profitText.shipping}
        options={[...profitText.shippingOptions]}
        value={value.shipping}
        onChange={(shipping) => change({ shipping: shipping as ProfitDraft["shipping"] })}
        helpText={profitText.shippingHelp}
      />
      <Checkbox
        label={profitText.countTax}
        helpText={profitText.countTaxHelp}
        checked={value.countProviderTax}
        onChange={(countProviderTax) => change({ countProviderTax })}
      />
      <TextField
        label={profitText.feePercent}
        value={fee.percent}
        onChange={(percent) => change({ paymentFee: { ...fee, percent } })}
        error={error("paymentFee.percent")}
        helpText={profitText.feeHelp}
        inputMode="decimal"
        suffix="%"
        autoComplete="off"
      />
      <FormLayout.Group>
        <TextField
          label={profitText.feeFixed}
          value={fee.fixed}
          onChange={(fixed) => change({ paymentFee: { ...fee, fixed } })}
          error={error("paymentFee.fixed")}
          inputMode="decimal"
          autoComplete="off"
        />
        <Select
          label={profitText.feeCurrency}
          options={[{ value: "", label: profitText.storeCurrency(shopCurrency) }, ...options]}
          value={fee.currency}
          onChange={(chosen) => change({ paymentFee: { ...fee, currency: chosen } })}
          error={error("paymentFee.currency")}
        />
      </FormLayout.Group>
      <BlockStack gap="400">
        <Subheading>{profitText.rates}</Subheading>
        <Note>{profitText.ratesHelp}</Note>
        {rates.map((rate, at) => (
          <BlockStack key={at} gap="200">
            <FormLayout.Group condensed>
              <Select
                label={profitText.rateFrom}
                options={options}
                value={rate.from}
                onChange={(from) => changeRate(at, { from })}
                error={error(`rates.${at}.from`)}
              />
              <Select
                label={profitText.rateTo}
                options={options}
                value={rate.to}
                onChange={(to) => changeRate(at, { to })}
                error={error(`rates.${at}.to`)}
              />
            </FormLayout.Group>
            <FormLayout.Group condensed>
              <TextField
                label={profitText.rate(rate.from, rate.to)}
                value={rate.rate}
                onChange={(typed) => changeRate(at, { rate: typed })}
                error={error(`rates.${at}.rate`)}
                inputMode="decimal"
                autoComplete="off"
              />
              <TextField
                label={profitText.rateSince}
                type="date"
                value={rate.since}
                onChange={(since) => changeRate(at, { since })}
                error={error(`rates.${at}.since`)}
                autoComplete="off"
              />
            </FormLayout.Group>
            <InlineStack align="end">
              <Button
                variant="tertiary"
                accessibilityLabel={profitText.removeRate(at + 1)}
                onClick={() => change({ rates: rates.toSpliced(at, 1) })}
              >
                {profitText.remove}
              </Button>
            </InlineStack>
          </BlockStack>
        ))}
        <div>
          <Button
            onClick={() => change({ rates: [...rates, { from: billing, to: other || "EUR", rate: "", since: "" }] })}
          >
            {profitText.addRate}
          </Button>
        </div>
      </BlockStack>
    </FormLayout>
  );
}

type Rule = SettingsDraft["payment"]["authorized"];

function PaymentKinds({ form }: { form: SettingsForm }) {
  const { value, set } = useSetting(form, "payment");
  return (
    <FormLayout>
      {text.kinds.map(({ key, label, help }) => (
        <Select
          key={key}
          label={label}
          options={[...text.rules]}
          value={value[key]}
          onChange={(rule) => set({ ...value, [key]: rule as Rule })}
          helpText={help}
        />
      ))}
    </FormLayout>
  );
}

function MinimumMargin({ form }: { form: SettingsForm }) {
  const { currency } = useShop();
  const { value: billing } = useSetting(form, "serviceCurrency");
  const help =
    billing === currency
      ? pricesText.marginHelp
      : `${pricesText.marginHelp} ${pricesText.marginDiffers(currency, billing)}`;
  return (
    <TextSetting
      form={form}
      name="minimumMarginPercent"
      label={pricesText.margin}
      inputMode="decimal"
      suffix="%"
      helpText={help}
    />
  );
}

/** How many orders of the last 30 days the minimum would have held, before it is saved. */
function TryMinimum({ form }: { form: SettingsForm }) {
  const draft = {
    minimumMarginPercent: useSetting(form, "minimumMarginPercent").value,
    serviceCurrency: useSetting(form, "serviceCurrency").value,
    fasterShippingCosts: useSetting(form, "fasterShippingCosts").value,
    profit: useSetting(form, "profit").value,
  };
  return (
    <TryOnPastOrders<TryMarginResult>
      typed={JSON.stringify(draft)}
      ask={async () => {
        const answer = await postJson<TryMarginResult>("/app/api/margin", { draft });
        if (answer.outcome === "invalid") {
          form.change({ errors: answer.errors });
          focusFirstError();
        }
        return answer;
      }}
      resultOf={(answer) => (answer.outcome === "tried" ? answer.result : null)}
      texts={(result) => triedTexts(result, pricesText.tried)}
      invalid={pricesText.tryInvalid}
      failed={pricesText.tryFailed}
    />
  );
}

function FasterShipping({ form }: { form: SettingsForm }) {
  const { value: currency } = useSetting(form, "serviceCurrency");
  const { value, set, error } = useSetting(form, "fasterShippingCosts");
  return (
    <FormLayout.Group title={pricesText.faster} helpText={pricesText.fasterHelp}>
      {METHODS.map(({ value: method, label }) => (
        <TextField
          key={method}
          label={label}
          inputMode="decimal"
          suffix={currency}
          autoComplete="off"
          value={value[method]}
          onChange={(typed) => set({ ...value, [method]: typed })}
          error={error(method)}
        />
      ))}
    </FormLayout.Group>
  );
}

/** What the page of every product begins with. */
function SellingPrices({ form }: { form: SettingsForm }) {
  const { value, set, error } = useSetting(form, "sellingPrices");
  return (
    <FormLayout.Group title={pricesText.selling.title} helpText={pricesText.selling.help}>
      <TextField
        label={pricesText.selling.target}
        inputMode="decimal"
        suffix="%"
        autoComplete="off"
        value={value.targetMarginPercent}
        onChange={(targetMarginPercent) => set({ ...value, targetMarginPercent })}
        error={error("targetMarginPercent")}
      />
      <Select
        label={pricesText.selling.ending}
        options={[...ENDINGS]}
        value={value.ending}
        onChange={(ending) => set({ ...value, ending: ending as typeof value.ending })}
      />
      <Select
        label={pricesText.selling.shipping}
        options={[...SHIPPING]}
        value={value.shipping}
        onChange={(shipping) => set({ ...value, shipping: shipping as typeof value.shipping })}
      />
    </FormLayout.Group>
  );
}
