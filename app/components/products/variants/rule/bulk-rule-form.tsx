import { BlockStack, Modal, Text } from "@shopify/polaris";
import { useState } from "react";
import { RULE_LINKS, type ArtworkSource } from "../../../../catalog/ways/rule.ts";
import type { StaticRule } from "../../../../catalog/ways/rule-schema.ts";
import { MessageBanner } from "../../../common/banners.tsx";
import { COPY as COMMON } from "../../../common/copy.ts";
import { SmallNote } from "../../../common/text.tsx";
import { ArtworkSourceFields } from "../../ways/artwork-source-fields.tsx";
import { WAYS } from "../../ways/copy.ts";
import { emptyRule, isEmptyRule, isSound, ruleProblems, toRule, type RuleForm } from "../../ways/rule-form.ts";
import { SkuSourceFields } from "../../ways/sku-source-fields.tsx";
import { BULK_COPY, COPY } from "../copy.ts";
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
  const [form, setForm] = useState(() => emptyRule(options));
  const [checked, setChecked] = useState(false);
  const found = ruleProblems(form, options);
  const problems = checked ? found : { links: [] };
  function show() {
    setChecked(true);
    const rule = isSound(found) ? toStaticRule(form) : null;
    if (rule) preview.read(rule);
  }
  return (
    <Modal
      open={!hidden}
      size="large"
      title={title}
      onClose={onClose}
      primaryAction={{
        content: WAYS.rule.preview,
        disabled: isEmptyRule(form),
        loading: preview.reading,
        onAction: show,
      }}
      secondaryActions={[{ content: COMMON.cancel, onAction: onClose }]}
    >
      <Modal.Section>
        <BlockStack gap="600">
          {preview.failed && <MessageBanner tone="critical" text={COPY.bulk.failed} />}
          <Text as="p">{BULK_COPY.map_by_rule.text}</Text>
          {!complete && <SmallNote>{COPY.bulk.rule.incomplete}</SmallNote>}
          <SkuSourceFields
            form={form.itemSku}
            options={options}
            variants={variants}
            problem={"template" in problems ? problems.template : undefined}
            onChange={(change) => setForm({ ...form, itemSku: { ...form.itemSku, ...change } })}
          />
          {RULE_LINKS.map((field) => (
            <ArtworkSourceFields
              key={field}
              field={field}
              form={form[field]}
              options={options}
              wrong={problems.links}
              wrongMetafield={null}
              onChange={(change) => setForm({ ...form, [field]: { ...form[field], ...change } })}
            />
          ))}
        </BlockStack>
      </Modal.Section>
    </Modal>
  );
}

/** null: the rule reads metafields, which this form does not offer. */
function toStaticRule(form: RuleForm): StaticRule | null {
  const { itemSku, artworkFront, artworkBack } = toRule(form);
  const isStatic = (source: ArtworkSource) => source.kind !== "metafield";
  return isStatic(artworkFront) && isStatic(artworkBack) ? { itemSku, artworkFront, artworkBack } : null;
}
