import { Card, TextField } from "@shopify/polaris";
import { COPY } from "./copy.ts";
import { Section } from "./section.tsx";
import type { SettingsForm } from "./use-settings-form.ts";

const text = COPY.support;

/** Where messages about an order are written to. */
export function SupportSection({ form: { bind } }: { form: SettingsForm }) {
  return (
    <Section id="support" title={text.title} description={text.description}>
      <Card>
        <TextField
          label={text.email}
          type="email"
          inputMode="email"
          helpText={text.emailHelp}
          {...bind("printServiceEmail")}
        />
      </Card>
    </Section>
  );
}
