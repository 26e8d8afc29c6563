import { Card, FormLayout, Select, TextField } from "@shopify/polaris";
import { useShop } from "../common/shop-context.tsx";
import type { SettingsForm } from "./settings-form.ts";
import { Section } from "./section.tsx";

interface Props {
  form: SettingsForm;
  currencies: { code: string; name: string }[];
}

/** The currency of the print service's prices, and the margin below which an order waits. */
export function PricesSection({ form: { values, set, error }, currencies }: Props) {
  const { currency } = useShop();
  const differs = values.serviceCurrency !== currency;
  return (
    <Section
      id="prices"
      title="Prices and margin"
      description="Before an order is sent, its price at the print service can be compared with what the customer paid."
    >
      <Card>
        <FormLayout>
          <Select
            label="Currency of the print service's prices"
            options={currencies.map(({ code, name }) => ({ value: code, label: `${code} – ${name}` }))}
            value={values.serviceCurrency}
            onChange={(code) => set("serviceCurrency", code)}
            error={error("serviceCurrency")}
            helpText="The print service names no currency with its prices. Choose the one in which it bills you."
          />
          <TextField
            label="Minimum margin"
            inputMode="decimal"
            suffix="%"
            value={values.minimumMarginPercent}
            onChange={(text) => set("minimumMarginPercent", text)}
            error={error("minimumMarginPercent")}
            helpText={
              "Percent of what the customer paid. Orders below wait for your approval. Empty: not checked." +
              (differs ? ` Orders in ${currency} cannot be compared with prices in ${values.serviceCurrency}.` : "")
            }
            autoComplete="off"
          />
        </FormLayout>
      </Card>
    </Section>
  );
}
