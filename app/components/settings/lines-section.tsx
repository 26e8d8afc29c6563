import { Card, FormLayout } from "@shopify/polaris";
import type { SettingsForm } from "./settings-form.ts";
import { TagField } from "./tag-field.tsx";
import { Section } from "./section.tsx";

const FIELDS = [
  { key: "vendors", label: "Vendors", helpText: "The vendor is one of these." },
  { key: "productTags", label: "Product tags", helpText: "The product has one of these tags." },
  { key: "productTypes", label: "Product types", helpText: "The product type is one of these." },
  { key: "skuPrefixes", label: "SKU prefixes", helpText: "The SKU in Shopify begins with one of these." },
] as const;

/** Which lines are printed though nobody has mapped them yet. */
export function LinesSection({ form: { values, set, error } }: { form: SettingsForm }) {
  const rule = values.printableRule;
  return (
    <Section
      id="lines"
      title="Which products are printed"
      description="A product with a mapping is always printed. A line that is not mapped but matches one of these rules holds its order until you map it, so that a new product is never forgotten. All other lines are left alone."
    >
      <Card>
        <FormLayout>
          {FIELDS.map(({ key, label, helpText }) => (
            <TagField
              key={key}
              label={label}
              helpText={helpText}
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
