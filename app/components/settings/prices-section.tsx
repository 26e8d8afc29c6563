import { Card, Checkbox, FormLayout, Select, TextField } from "@shopify/polaris";
import { NIGHT_OFFSET_MS } from "../../settings/night.ts";
import { MAX_CALLS, SOLD_DAYS } from "../../sku-checks/limits.ts";
import { useShop } from "../common/shop-context.tsx";
import { COPY } from "./copy.ts";
import type { SettingsForm } from "./use-settings-form.ts";
import { Section } from "./section.tsx";

const text = COPY.prices;
const NIGHT_BEGINS = `${NIGHT_OFFSET_MS / (60 * 60_000)} AM`;

interface Props {
  form: SettingsForm;
  currencies: { code: string; name: string }[];
}

/** The billing currency, the margin below which an order is held, and the nightly check of what is sold. */
export function PricesSection({ form: { values, set, error, bind }, currencies }: Props) {
  const { currency } = useShop();
  const differs = values.serviceCurrency !== currency;
  return (
    <Section id="prices" title={text.title} description={text.description}>
      <Card>
        <FormLayout>
          <Select
            label={text.currency}
            options={currencies.map(({ code, name }) => ({ value: code, label: `${code} – ${name}` }))}
            value={values.serviceCurrency}
            onChange={(code) => set("serviceCurrency", code)}
            error={error("serviceCurrency")}
            helpText={text.currencyHelp}
          />
          <TextField
            label={text.margin}
            inputMode="decimal"
            suffix="%"
            helpText={
              differs ? `${text.marginHelp} ${text.marginDiffers(currency, values.serviceCurrency)}` : text.marginHelp
            }
            {...bind("minimumMarginPercent")}
          />
          <Checkbox
            label={text.nightlyCheck}
            helpText={text.nightlyCheckHelp(NIGHT_BEGINS, SOLD_DAYS, MAX_CALLS)}
            checked={values.nightlySkuCheck}
            onChange={(nightlySkuCheck) => set("nightlySkuCheck", nightlySkuCheck)}
          />
        </FormLayout>
      </Card>
    </Section>
  );
}
