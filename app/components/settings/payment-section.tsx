import { Card, ChoiceList, FormLayout, Select } from "@shopify/polaris";
import type { SettingsDraft } from "../../settings-page/settings-draft.ts";
import { COPY } from "./copy.ts";
import { Section } from "./section.tsx";
import type { SettingsForm } from "./use-settings-form.ts";

const text = COPY.payment;
type Rule = SettingsDraft["payment"]["authorized"];

/** When orders are sent that are not paid yet, and whether test orders are. */
export function PaymentSection({ form: { values, set } }: { form: SettingsForm }) {
  return (
    <Section id="payment" title={text.title} description={text.description}>
      <Card>
        <FormLayout>
          {text.kinds.map(({ key, label, help }) => (
            <Select
              key={key}
              label={label}
              options={[...text.rules]}
              value={values.payment[key]}
              onChange={(rule) => set("payment", { ...values.payment, [key]: rule as Rule })}
              helpText={help}
            />
          ))}
          <ChoiceList
            title={text.testOrders}
            selected={[values.testOrders]}
            onChange={([chosen]) => set("testOrders", chosen === "print" ? "print" : "hold")}
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
