import { BlockStack, Text } from "@shopify/polaris";
import { useState } from "react";
import { optionsOf } from "../../../catalog/mapping-methods/options.ts";
import { metafieldsOf, proposeByRule } from "../../../catalog/mapping-methods/rule.ts";
import { MessageBanner } from "../../common/banners.tsx";
import { MAPPING_METHODS } from "./copy.ts";
import { toPreview, type Target } from "../../../catalog/mapping-methods/preview.ts";
import { RuleFields, useRuleForm } from "./rule-fields.tsx";
import { isEmptyRule } from "./rule-form.ts";
import { useMetafields } from "./use-metafields.ts";
import { MethodDialog } from "./method-dialog.tsx";

/** Maps variants by their options: asks for the rule, shows what it changes, and saves that. */
export function RuleDialog({ targets, onClose }: { targets: readonly Target[]; onClose(): void }) {
  // The form's fields as they were: a save loads the page again.
  const [variants] = useState(targets);
  const [options] = useState(() => optionsOf(targets));
  const ruleForm = useRuleForm(options);
  const metafields = useMetafields();
  async function preview() {
    const rule = ruleForm.check();
    if (!rule) return null;
    const values = await metafields.read(metafieldsOf(rule), targets);
    return values && toPreview(targets, proposeByRule(rule, targets, values));
  }
  return (
    <MethodDialog
      title={MAPPING_METHODS.rule.title}
      ready={!isEmptyRule(ruleForm.form)}
      onPreview={preview}
      onClose={onClose}
    >
      <BlockStack gap="600">
        <Text as="p">{MAPPING_METHODS.rule.intro}</Text>
        {metafields.failed && <MessageBanner tone="critical" text={MAPPING_METHODS.artwork.metafieldFailed} />}
        <RuleFields ruleForm={ruleForm} options={options} variants={variants} metafields />
        {metafields.done !== null && (
          <Text as="p">
            <span role="status">{MAPPING_METHODS.artwork.metafieldProgress(metafields.done, targets.length)}</span>
          </Text>
        )}
      </BlockStack>
    </MethodDialog>
  );
}
