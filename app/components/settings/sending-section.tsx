import { Card, ChoiceList, FormLayout, TextField, Select, Checkbox } from "@shopify/polaris";
import { useShop } from "../common/shop-context.tsx";
import { COPY } from "./copy.ts";
import type { SettingsForm } from "./use-settings-form.ts";
import { Section } from "./section.tsx";
import type { SettingsDraft } from "../../settings-page/settings-draft.ts";
import { ALL_PRODUCTS } from "../../settings/all-products.ts";
import { TagField } from "./personalization-section.tsx";

const text = COPY.sending;

/** When an order is sent: approval, edit window and start date. */
export function SendingSection({ form: { values, set, bind } }: { form: SettingsForm }) {
  const { timezone } = useShop();
  return (
    <Section id="sending" title={text.title} description={text.description}>
      <Card>
        <FormLayout>
          <ChoiceList
            title={text.approval}
            selected={[values.approval]}
            onChange={([chosen]) => set("approval", chosen === "manual" ? "manual" : "automatic")}
            choices={[
              { value: "automatic", label: text.automatic, helpText: text.automaticHelp },
              { value: "manual", label: text.manual, helpText: text.manualHelp },
            ]}
          />
          <TextField
            label={text.editWindow}
            type="number"
            inputMode="numeric"
            min={0}
            max={10_080}
            suffix={text.minutes}
            helpText={text.editWindowHelp}
            {...bind("editWindowMinutes")}
          />
          <TextField
            label={text.startDate}
            type="datetime-local"
            helpText={text.startDateHelp(timezone)}
            {...bind("goLiveAt")}
          />
        </FormLayout>
      </Card>
    </Section>
  );
}

const paymentText = COPY.payment;
type Rule = SettingsDraft["payment"]["authorized"];

/** When orders are sent that are not paid yet, and whether test orders are. */
export function PaymentSection({ form: { values, set } }: { form: SettingsForm }) {
  return (
    <Section id="payment" title={paymentText.title} description={paymentText.description}>
      <Card>
        <FormLayout>
          {paymentText.kinds.map(({ key, label, help }) => (
            <Select
              key={key}
              label={label}
              options={[...paymentText.rules]}
              value={values.payment[key]}
              onChange={(rule) => set("payment", { ...values.payment, [key]: rule as Rule })}
              helpText={help}
            />
          ))}
          <ChoiceList
            title={paymentText.testOrders}
            selected={[values.testOrders]}
            onChange={([chosen]) => set("testOrders", chosen === "print" ? "print" : "hold")}
            choices={[
              {
                value: "hold",
                label: paymentText.testOrdersHold,
                helpText: paymentText.testOrdersHoldHelp,
              },
              {
                value: "print",
                label: paymentText.testOrdersPrint,
                helpText: paymentText.testOrdersPrintHelp,
              },
            ]}
          />
        </FormLayout>
      </Card>
    </Section>
  );
}

const { title, description, all, allHelp, fields } = COPY.products;

/** The rules that hold orders with unmapped products. */
export function ProductsSection({ form: { values, set, error } }: { form: SettingsForm }) {
  const rule = values.printableRule;
  const matchesAll = rule.skuPrefixes.includes(ALL_PRODUCTS);
  const prefixes = rule.skuPrefixes.filter((prefix) => prefix !== ALL_PRODUCTS);
  return (
    <Section id="unmapped-products" title={title} description={description}>
      <Card>
        <FormLayout>
          <Checkbox
            label={all}
            helpText={allHelp}
            checked={matchesAll}
            error={matchesAll && error("printableRule.skuPrefixes")}
            onChange={(checked) =>
              set("printableRule", { ...rule, skuPrefixes: checked ? [...prefixes, ALL_PRODUCTS] : prefixes })
            }
          />
          {(matchesAll ? [] : fields).map(({ key, label, help }) => (
            <TagField
              key={key}
              label={label}
              helpText={help}
              values={rule[key]}
              onChange={(names) => set("printableRule", { ...rule, [key]: names })}
              error={error(`printableRule.${key}`)}
            />
          ))}
        </FormLayout>
      </Card>
    </Section>
  );
}
