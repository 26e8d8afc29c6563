import { BlockStack, Button, Card } from "@shopify/polaris";
import type { SettingsDraft } from "../../settings-page/settings-draft.ts";
import { COPY } from "./copy.ts";
import type { SettingsForm } from "./use-settings-form.ts";
import { ShippingRule } from "./shipping-rule.tsx";
import { Section } from "./section.tsx";
import { Note } from "../common/text.tsx";

const text = COPY.shipping;

type Rule = SettingsDraft["shippingRules"][number];

/** The rules that map shipping options to faster methods of the print service. */
export function ShippingSection({ form: { values, set, error } }: { form: SettingsForm }) {
  const rules = values.shippingRules;
  const setRules = (next: Rule[]) => set("shippingRules", next);
  const swap = (from: number, to: number) =>
    setRules(rules.map((rule, index) => rules[index === from ? to : index === to ? from : index] ?? rule));
  return (
    <Section id="shipping" title={text.title} description={text.description}>
      <Card>
        <BlockStack gap="400">
          {rules.length === 0 && <Note>{text.noRules}</Note>}
          {rules.map((rule, index) => (
            <ShippingRule
              key={index}
              number={index + 1}
              rule={rule}
              error={error(`shippingRules.${index}`)}
              onChange={(changed) => setRules(rules.with(index, changed))}
              onMoveUp={index > 0 ? () => swap(index, index - 1) : undefined}
              onMoveDown={index < rules.length - 1 ? () => swap(index, index + 1) : undefined}
              onRemove={() => setRules(rules.toSpliced(index, 1))}
            />
          ))}
          <div>
            <Button onClick={() => setRules([...rules, { contains: "", method: "US-1" }])}>{text.add}</Button>
          </div>
        </BlockStack>
      </Card>
    </Section>
  );
}
