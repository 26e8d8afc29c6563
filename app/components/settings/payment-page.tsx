import { Card, FormLayout, Select } from "@shopify/polaris";
import { NIGHT_OFFSET_MS } from "../../settings/wall-time.ts";
import { MAX_CALLS, SOLD_DAYS } from "../../sku-checks/limits.ts";
import type { SettingsDraft } from "../../settings-page/settings-draft.ts";
import { useShop } from "../common/shop-context.tsx";
import { COPY } from "./copy.ts";
import { CheckboxSetting, ChoiceSetting, SelectSetting, TextSetting } from "./fields.tsx";
import { Section } from "./section.tsx";
import { useSetting, type SettingsForm } from "./use-settings-form.ts";

const text = COPY.payment;
const pricesText = COPY.prices;
const NIGHT_BEGINS = `${NIGHT_OFFSET_MS / (60 * 60_000)} AM`;

type Currencies = readonly { code: string; name: string }[];

/**
 * When orders are sent that are not paid yet, and whether test orders are; the billing currency, the margin below which an order is
 * held, and the nightly check of what is sold.
 */
export function PaymentPage({ form, currencies }: { form: SettingsForm; currencies: Currencies }) {
  return (
    <>
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
            <CheckboxSetting
              form={form}
              name="nightlySkuCheck"
              label={pricesText.nightlyCheck}
              helpText={pricesText.nightlyCheckHelp(NIGHT_BEGINS, SOLD_DAYS, MAX_CALLS)}
            />
          </FormLayout>
        </Card>
      </Section>
    </>
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
