import { BlockStack, Button, ButtonGroup, FormLayout, InlineStack, Select, TextField } from "@shopify/polaris";
import { ArrowDownIcon, ArrowUpIcon, XIcon } from "@shopify/polaris-icons";
import type { SettingsDraft } from "../../settings-page/settings-draft.ts";
import { COPY, METHODS } from "./copy.ts";
import { Subheading } from "../common/text.tsx";

type Rule = SettingsDraft["shippingRules"][number];

const text = COPY.shipping;

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

/** One rule: a text in the name of the shipping option, and the method to use. */
export function ShippingRule({ number, rule, error, onChange, onMoveUp, onMoveDown, onRemove }: Props) {
  return (
    <BlockStack gap="200">
      <InlineStack align="space-between" blockAlign="center">
        <Subheading>{text.rule(number)}</Subheading>
        <ButtonGroup>
          <Button
            icon={ArrowUpIcon}
            variant="tertiary"
            accessibilityLabel={text.moveUp(number)}
            disabled={!onMoveUp}
            onClick={onMoveUp}
          />
          <Button
            icon={ArrowDownIcon}
            variant="tertiary"
            accessibilityLabel={text.moveDown(number)}
            disabled={!onMoveDown}
            onClick={onMoveDown}
          />
          <Button icon={XIcon} variant="tertiary" accessibilityLabel={text.remove(number)} onClick={onRemove} />
        </ButtonGroup>
      </InlineStack>
      <FormLayout>
        <FormLayout.Group>
          <TextField
            label={text.contains}
            placeholder={text.containsPlaceholder}
            value={rule.contains}
            onChange={(contains) => onChange({ ...rule, contains })}
            error={error}
            autoComplete="off"
          />
          <Select
            label={text.method}
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
