import { BlockStack, Button, ButtonGroup, FormLayout, InlineStack, Select, Text, TextField } from "@shopify/polaris";
import type { FastMethod, SettingsDraft } from "../../settings/edit/settings-draft.ts";
import { ArrowDown, ArrowUp, Cross } from "./icons.tsx";

type Rule = SettingsDraft["shippingRules"][number];

const METHODS: { value: FastMethod; label: string }[] = [
  { value: "US-1", label: "United States: Express (1–3 days)" },
  { value: "US-2", label: "United States: Ground (3–5 business days)" },
  { value: "AU-1", label: "Australia: Express" },
];

interface Props {
  /** From 1. */
  number: number;
  rule: Rule;
  error: string | undefined;
  onChange(rule: Rule): void;
  onMoveUp: (() => void) | undefined;
  onMoveDown: (() => void) | undefined;
  onRemove(): void;
}

/** One rule: words in the name of the shop's shipping, and the method that they mean. */
export function ShippingRule({ number, rule, error, onChange, onMoveUp, onMoveDown, onRemove }: Props) {
  const buttonLabel = (verb: string) => `${verb} rule ${number}`;
  return (
    <BlockStack gap="200">
      <InlineStack align="space-between" blockAlign="center">
        <Text as="h3" variant="headingSm">
          Rule {number}
        </Text>
        <ButtonGroup>
          <Button
            icon={ArrowUp}
            variant="tertiary"
            accessibilityLabel={buttonLabel("Move up")}
            disabled={!onMoveUp}
            onClick={onMoveUp}
          />
          <Button
            icon={ArrowDown}
            variant="tertiary"
            accessibilityLabel={buttonLabel("Move down")}
            disabled={!onMoveDown}
            onClick={onMoveDown}
          />
          <Button icon={Cross} variant="tertiary" accessibilityLabel={buttonLabel("Remove")} onClick={onRemove} />
        </ButtonGroup>
      </InlineStack>
      <FormLayout>
        <FormLayout.Group>
          <TextField
            label="Shipping name contains"
            placeholder="express"
            value={rule.contains}
            onChange={(contains) => onChange({ ...rule, contains })}
            error={error}
            autoComplete="off"
          />
          <Select
            label="Ship to"
            options={METHODS}
            value={rule.method}
            onChange={(method) =>
              onChange({ ...rule, method: METHODS.find((m) => m.value === method)?.value ?? rule.method })
            }
          />
        </FormLayout.Group>
      </FormLayout>
    </BlockStack>
  );
}
