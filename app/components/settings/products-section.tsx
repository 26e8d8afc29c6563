import { Card, FormLayout } from "@shopify/polaris";
import { COPY } from "./copy.ts";
import type { SettingsForm } from "./use-settings-form.ts";
import { TagField } from "./tag-field.tsx";
import { Section } from "./section.tsx";

const { title, description, fields } = COPY.products;

/** The rules that hold orders with unmapped products. */
export function ProductsSection({ form: { values, set, error } }: { form: SettingsForm }) {
  const rule = values.printableRule;
  return (
    <Section id="unmapped-products" title={title} description={description}>
      <Card>
        <FormLayout>
          {fields.map(({ key, label, help }) => (
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
