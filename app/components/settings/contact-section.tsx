import { Card, FormLayout, Select, TextField } from "@shopify/polaris";
import { COPY } from "./copy.ts";
import type { SettingsForm } from "./use-settings-form.ts";
import { Section } from "./section.tsx";

const text = COPY.contact;

/** The fallback contact, and what becomes of doubtful addresses. */
export function ContactSection({ form: { values, set, bind } }: { form: SettingsForm }) {
  return (
    <Section id="contact" title={text.title} description={text.description}>
      <Card>
        <FormLayout>
          <TextField
            label={text.email}
            type="email"
            inputMode="email"
            helpText={text.emailHelp}
            {...bind("fallbackEmail")}
          />
          <TextField label={text.phone} type="tel" helpText={text.phoneHelp} {...bind("fallbackPhone")} />
          <Select
            label={text.address}
            helpText={text.addressHelp}
            options={[
              { value: "notify", label: text.addressNotify },
              { value: "hold", label: text.addressHold },
            ]}
            value={values.doubtfulAddress}
            onChange={(chosen) => set("doubtfulAddress", chosen === "hold" ? "hold" : "notify")}
          />
        </FormLayout>
      </Card>
    </Section>
  );
}
