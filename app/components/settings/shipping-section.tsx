import { BlockStack, Button, Card, Text } from "@shopify/polaris";
import type { SettingsDraft } from "../../settings/settings-draft.ts";
import type { SettingsForm } from "./settings-form.ts";
import { ShippingRule } from "./shipping-rule.tsx";
import { Section } from "./section.tsx";

type Rule = SettingsDraft["shippingRules"][number];

/** Which shipping of the shop means a faster method at the print service. */
export function ShippingSection({ form: { values, set, error } }: { form: SettingsForm }) {
  const rules = values.shippingRules;
  const put = (next: Rule[]) => set("shippingRules", next);
  const swap = (from: number, to: number) =>
    put(rules.map((rule, at) => rules[at === from ? to : at === to ? from : at] ?? rule));
  return (
    <Section
      id="shipping"
      title="Shipping method"
      description="The print service ships Standard, unless a rule fits the shipping that the customer chose. The first rule that fits decides. Faster methods exist for the United States and Australia only."
    >
      <Card>
        <BlockStack gap="400">
          {rules.length === 0 && (
            <Text as="p" tone="subdued">
              No rules: every order is shipped Standard.
            </Text>
          )}
          {rules.map((rule, at) => (
            <ShippingRule
              key={at}
              number={at + 1}
              rule={rule}
              error={error(`shippingRules.${at}`)}
              onChange={(changed) => put(rules.with(at, changed))}
              onUp={at > 0 ? () => swap(at, at - 1) : undefined}
              onDown={at < rules.length - 1 ? () => swap(at, at + 1) : undefined}
              onRemove={() => put(rules.toSpliced(at, 1))}
            />
          ))}
          <div>
            <Button onClick={() => put([...rules, { contains: "", method: "US-1" }])}>Add rule</Button>
          </div>
        </BlockStack>
      </Card>
    </Section>
  );
}
