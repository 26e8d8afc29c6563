import { BlockStack, Text } from "@shopify/polaris";
import type { ArtworkSource, Rule } from "../../../catalog/mapping-methods/rule.ts";
import type { StaticRule } from "../../../catalog/mapping-methods/rule-schema.ts";
import { MessageBanner } from "../../common/banners.tsx";
import { COPY as COMMON } from "../../common/copy.ts";
import { SmallNote } from "../../common/text.tsx";
import { RuleFields, useRuleForm } from "../mapping-methods/rule-fields.tsx";
import { isEmptyRule } from "../mapping-methods/rule-form.ts";
import { MethodFormModal } from "../mapping-methods/method-modal.tsx";
import { DIALOG, QUESTIONS } from "./bulk-copy.ts";
import type { useCombinations, useRulePreview } from "./use-bulk-rule.ts";

interface BulkRuleFormProps {
  title: string;
  /** The preview is shown instead; what was typed stays. */
  hidden: boolean;
  combinations: NonNullable<ReturnType<typeof useCombinations>["answer"]>;
  preview: ReturnType<typeof useRulePreview>;
  onClose(): void;
}

/** The rule for selected variants, by the options that they have. */
export function BulkRuleForm({ title, hidden, combinations, preview, onClose }: BulkRuleFormProps) {
  const { options, variants, complete } = combinations;
  const ruleForm = useRuleForm(options);
  function show() {
    const rule = toStaticRule(ruleForm.check());
    if (rule) preview.read(rule);
  }
  return (
    <MethodFormModal
      open={!hidden}
      title={title}
      ready={!isEmptyRule(ruleForm.form)}
      reading={preview.reading}
      onPreview={show}
      onClose={onClose}
    >
      <BlockStack gap="600">
        {preview.failed && <MessageBanner tone="critical" text={COMMON.entriesKept} />}
        <Text as="p">{QUESTIONS.map_by_rule.text}</Text>
        {!complete && <SmallNote>{DIALOG.rule.incomplete}</SmallNote>}
        <RuleFields ruleForm={ruleForm} options={options} variants={variants} metafields={false} />
      </BlockStack>
    </MethodFormModal>
  );
}

/** null: there is no rule, or the rule reads metafields, which this form does not offer. */
function toStaticRule(rule: Rule | null): StaticRule | null {
  if (!rule) return null;
  const { itemSku, artworkFront, artworkBack } = rule;
  const isStatic = (source: ArtworkSource) => source.kind !== "metafield";
  return isStatic(artworkFront) && isStatic(artworkBack) ? { itemSku, artworkFront, artworkBack } : null;
}
