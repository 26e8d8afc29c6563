import { BlockStack, Modal, Spinner, Text } from "@shopify/polaris";
import { useEffect } from "react";
import type { BulkSelection } from "../../../catalog/bulk-edit/chosen.ts";
import type { StaticRule } from "../../../catalog/mapping-methods/rule-schema.ts";
import { MessageBanner } from "../../common/banners.tsx";
import { COPY as COMMON } from "../../common/copy.ts";
import { DIALOG as text, QUESTIONS, DIALOG } from "./bulk-copy.ts";
import type { BulkEdit } from "./use-bulk-edit.ts";
import { BulkRulePreview } from "./bulk-rule-preview.tsx";
import { useCombinations, useRulePreview } from "./use-bulk-rule.ts";
import type { ArtworkSource, Rule } from "../../../catalog/mapping-methods/rule.ts";
import { SmallNote } from "../../common/text.tsx";
import { RuleFields, useRuleForm } from "../mapping-methods/rule-fields.tsx";
import { isEmptyRule } from "../mapping-methods/rule-form.ts";
import { MethodFormModal } from "../mapping-methods/method-modal.tsx";

const KEEP = { kind: "keep" } as const;
const OWN_SKUS: StaticRule = { itemSku: { kind: "shopify_sku" }, artworkFront: KEEP, artworkBack: KEEP };

interface BulkRuleDialogProps {
  /** Without a form: each variant's own SKU becomes its print SKU. */
  ownSkus: boolean;
  bulkEdit: BulkEdit;
  selection: BulkSelection;
  /** How many are selected. */
  variants: number;
  onClose(): void;
}

/** Maps selected variants by a rule: its form, then a preview with the numbers of all, then a worker's edit. */
export function BulkRuleDialog(props: BulkRuleDialogProps) {
  return props.ownSkus ? <OwnSkus {...props} /> : <WithForm {...props} />;
}

function OwnSkus({ bulkEdit, selection, variants, onClose }: BulkRuleDialogProps) {
  const preview = useRulePreview(selection);
  useEffect(() => preview.read(OWN_SKUS), []);
  const title = text.ownSkus.title(variants);
  if (preview.tried)
    return <BulkRulePreview title={title} {...{ preview, bulkEdit, selection, onClose }} onBack={null} />;
  return (
    <Modal open title={title} onClose={onClose} secondaryActions={[{ content: COMMON.cancel, onAction: onClose }]}>
      <Modal.Section>
        <BlockStack gap="400">
          {preview.failed && <Unread reading={preview.reading} onRetry={() => preview.read(OWN_SKUS)} />}
          <Text as="p">{text.ownSkus.text}</Text>
          {preview.reading && !preview.failed && <Spinner size="small" accessibilityLabel={text.rule.counting} />}
        </BlockStack>
      </Modal.Section>
    </Modal>
  );
}

function WithForm({ bulkEdit, selection, variants, onClose }: BulkRuleDialogProps) {
  const { answer, reading, failed, retry } = useCombinations(selection);
  const preview = useRulePreview(selection);
  const title = QUESTIONS.map_by_rule.title(variants);
  // The answer was to the rule that staff changes now.
  const goBack = () => {
    bulkEdit.clearAnswer();
    preview.clear();
  };
  if (answer)
    return (
      <>
        <BulkRuleForm hidden={preview.tried !== null} {...{ title, preview, onClose }} combinations={answer} />
        {preview.tried && (
          <BulkRulePreview title={title} {...{ preview, bulkEdit, selection, onClose }} onBack={goBack} />
        )}
      </>
    );
  return (
    <Modal open title={title} onClose={onClose} secondaryActions={[{ content: COMMON.cancel, onAction: onClose }]}>
      <Modal.Section>
        {failed ? (
          <Unread reading={reading} onRetry={retry} />
        ) : (
          <Spinner size="small" accessibilityLabel={text.rule.loading} />
        )}
      </Modal.Section>
    </Modal>
  );
}

/** What the dialog starts with could not be read. */
function Unread({ reading, onRetry }: { reading: boolean; onRetry(): void }) {
  const action = { content: COMMON.tryAgain, loading: reading, onAction: onRetry };
  return <MessageBanner tone="critical" text={text.rule.unread} action={action} />;
}

interface BulkRuleFormProps {
  title: string;
  /** The preview is shown instead; what was typed stays. */
  hidden: boolean;
  combinations: NonNullable<ReturnType<typeof useCombinations>["answer"]>;
  preview: ReturnType<typeof useRulePreview>;
  onClose(): void;
}

/** The rule for selected variants, by the options that they have. */
function BulkRuleForm({ title, hidden, combinations, preview, onClose }: BulkRuleFormProps) {
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
