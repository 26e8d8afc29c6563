import { Card, Checkbox, FormLayout, TextField } from "@shopify/polaris";
import type { SettingsForm } from "./settings-form.ts";
import { Section } from "./section.tsx";

/** Contact of last resort, and whether Shopify writes to the customer. */
export function ContactSection({ form: { values, set, error } }: { form: SettingsForm }) {
  return (
    <Section
      id="contact"
      title="Customer contact"
      description="The print service asks for an e-mail address and a phone number with every order. These stand in where the customer gave none."
    >
      <Card>
        <FormLayout>
          <TextField
            label="Fallback e-mail"
            type="email"
            inputMode="email"
            value={values.fallbackEmail}
            onChange={(text) => set("fallbackEmail", text)}
            error={error("fallbackEmail")}
            helpText="Empty: an order without an e-mail address waits."
            autoComplete="off"
          />
          <TextField
            label="Fallback phone"
            type="tel"
            value={values.fallbackPhone}
            onChange={(text) => set("fallbackPhone", text)}
            error={error("fallbackPhone")}
            helpText="Empty: an order without a phone number waits."
            autoComplete="off"
          />
          <Checkbox
            label="Have Shopify tell the customer when an order is on its way"
            helpText="Shopify sends its shipping confirmation once, with the first parcel."
            checked={values.notifyCustomer}
            onChange={(checked) => set("notifyCustomer", checked)}
          />
        </FormLayout>
      </Card>
    </Section>
  );
}
