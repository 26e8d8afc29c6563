import { BlockStack, Modal, Spinner, Text } from "@shopify/polaris";
import { useEffect } from "react";
import type { BulkSelection } from "../../../catalog/bulk-edit/chosen.ts";
import type { StaticRule } from "../../../catalog/mapping-methods/rule-schema.ts";
import { MessageBanner } from "../../common/banners.tsx";
import { COPY as COMMON } from "../../common/copy.ts";
import { DIALOG as text, QUESTIONS } from "./bulk-copy.ts";
import type { BulkEdit } from "./use-bulk-edit.ts";
import { BulkRuleForm } from "./bulk-rule-form.tsx";
import { BulkRulePreview } from "./bulk-rule-preview.tsx";
import { useCombinations, useRulePreview } from "./use-bulk-rule.ts";

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
