import { Card, Checkbox, FormLayout } from "@shopify/polaris";
import { ALL_PRODUCTS } from "../../settings/all-products.ts";
import { COPY } from "./copy.ts";
import type { SettingsForm } from "./use-settings-form.ts";
import { TagField } from "./tag-field.tsx";
import { Section } from "./section.tsx";

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
