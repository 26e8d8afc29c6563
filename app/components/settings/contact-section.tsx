import { Card, Checkbox, FormLayout, TextField } from "@shopify/polaris";
import { COPY } from "./copy.ts";
import type { SettingsForm } from "./settings-form.ts";
import { Section } from "./section.tsx";

const text = COPY.contact;

/** The fallback contact, and Shopify's shipping emails. */
export function ContactSection({ form: { values, set, error } }: { form: SettingsForm }) {
  return (
    <Section id="contact" title={text.title} description={text.description}>
      <Card>
        <FormLayout>
          <TextField
            label={text.email}
            type="email"
            inputMode="email"
            value={values.fallbackEmail}
            onChange={(typed) => set("fallbackEmail", typed)}
            error={error("fallbackEmail")}
            helpText={text.emailHelp}
            autoComplete="off"
          />
          <TextField
            label={text.phone}
            type="tel"
            value={values.fallbackPhone}
            onChange={(typed) => set("fallbackPhone", typed)}
            error={error("fallbackPhone")}
            helpText={text.phoneHelp}
            autoComplete="off"
          />
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
