import { Card, Checkbox, ChoiceList, FormLayout } from "@shopify/polaris";
import { Note } from "../common/text.tsx";
import { COPY } from "./copy.ts";
import { Section } from "./section.tsx";
import type { SettingsForm } from "./use-settings-form.ts";

const text = COPY.fulfillment;

/** When an order is fulfilled, and Shopify's shipping emails. */
export function FulfillmentSection({ form: { values, set } }: { form: SettingsForm }) {
  return (
    <Section id="fulfillment" title={text.title} description={text.description}>
      <Card>
        <FormLayout>
          <ChoiceList
            title={text.fulfillWhen}
            selected={[values.fulfillWhen]}
            onChange={([chosen]) =>
              set("fulfillWhen", text.fulfillChoices.find(({ value }) => value === chosen)?.value ?? "shipped")
            }
            choices={[...text.fulfillChoices]}
          />
          <Note>{text.fulfillWait}</Note>
          <Checkbox
            label={text.notify}
            helpText={text.notifyHelp}
            checked={values.notifyCustomer}
            onChange={(checked) => set("notifyCustomer", checked)}
          />
        </FormLayout>
      </Card>
    </Section>
  );
}
