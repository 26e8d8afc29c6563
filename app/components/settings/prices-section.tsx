import { Card, FormLayout, Select, TextField } from "@shopify/polaris";
import { useShop } from "../common/shop-context.tsx";
import { COPY } from "./copy.ts";
import type { SettingsForm } from "./use-settings-form.ts";
import { Section } from "./section.tsx";

const text = COPY.prices;

interface Props {
  form: SettingsForm;
  currencies: { code: string; name: string }[];
}

/** The billing currency, and the margin below which an order is held. */
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
        </FormLayout>
      </Card>
    </Section>
  );
}
