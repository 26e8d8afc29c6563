import { BlockStack, List, Text } from "@shopify/polaris";
import { useState } from "react";
import type { BulkSelection } from "../../../catalog/bulk-edit/chosen.ts";
import type { FieldProblems, MappingField } from "../../../catalog/field-problems.ts";
import { MessageBanner } from "../../common/banners.tsx";
import { COPY as COMMON } from "../../common/copy.ts";
import { SmallNote } from "../../common/text.tsx";
import { COPY as PRODUCTS, problemMessage } from "../copy.ts";
import { SaveAnyway } from "../save-anyway.tsx";
import { MAPPING_METHODS } from "../mapping-methods/copy.ts";
import { LeftOut, PreviewRows } from "../mapping-methods/preview-rows.tsx";
import { MethodModal } from "../mapping-methods/method-modal.tsx";
import { failureOf } from "./bulk-dialog.tsx";
import { DIALOG } from "./bulk-copy.ts";
import { skippedTexts } from "./copy.ts";
import type { BulkEdit } from "./use-bulk-edit.ts";
import type { useRulePreview } from "./use-bulk-rule.ts";

const text = DIALOG.rule;

interface BulkRulePreviewProps {
  title: string;
  preview: ReturnType<typeof useRulePreview>;
  bulkEdit: BulkEdit;
  selection: BulkSelection;
  /** null: there is no form to go back to. */
  onBack: (() => void) | null;
  onClose(): void;
}

/** What a rule would do to all selected variants: numbers, the first rows, and the button that starts the edit. */
export function BulkRulePreview({ title, preview, bulkEdit, selection, onBack, onClose }: BulkRulePreviewProps) {
  const [saveAnyway, setSaveAnyway] = useState(false);
  const { tried } = preview;
  if (!tried) return null;
  const { toMap, left, rows, leftOut, fingerprint } = tried.preview;
  const { answer, busy } = bulkEdit;
  const isOutdated = answer?.outcome === "outdated";
  const problems: FieldProblems = answer?.outcome === "invalid" ? answer.problems : {};
  const failure = preview.failed ? COMMON.entriesKept : failureOf(answer);
  const again = {
    content: text.again,
    loading: preview.reading,
    onAction: () => {
      bulkEdit.clearAnswer();
      preview.read(tried.rule);
    },
  };
  const start = {
    content: text.start(toMap),
    disabled: toMap === 0,
    loading: busy,
    onAction: () => bulkEdit.begin({ kind: "map_by_rule", rule: tried.rule, fingerprint }, selection, saveAnyway),
  };
  // A preview that arrives after staff went back would open by itself.
  const disabled = busy || preview.reading;
  const back = onBack
    ? { content: MAPPING_METHODS.preview.edit, disabled, onAction: onBack }
    : { content: COMMON.cancel, disabled, onAction: onClose };
  return (
    <MethodModal open title={title} onClose={onClose} primaryAction={isOutdated ? again : start} secondaryAction={back}>
      <BlockStack gap="400">
        {isOutdated && <MessageBanner tone="warning" {...text.outdated} />}
        {failure !== null && <MessageBanner tone="critical" text={failure} />}
        <LinkProblems problems={problems} />
        <SaveAnyway variants={toMap} problems={problems} checked={saveAnyway} onChange={setSaveAnyway} />
        <Text as="p" fontWeight="semibold">
          {toMap > 0 ? text.summary(toMap) : text.nothing}
        </Text>
        <Skipped texts={skippedTexts(left)} />
        {toMap > 0 && <SmallNote>{text.checked}</SmallNote>}
        {rows.length > 0 && <PreviewRows rows={rows} />}
        {toMap > rows.length && <SmallNote>{text.sample(rows.length, toMap)}</SmallNote>}
        {leftOut.length > 0 && <LeftOut rows={leftOut} total={left.no_value} />}
      </BlockStack>
    </MethodModal>
  );
}

function Skipped({ texts }: { texts: readonly string[] }) {
  if (texts.length === 0) return null;
  return (
    <List gap="extraTight">
      {texts.map((one) => (
        <List.Item key={one}>{one}</List.Item>
      ))}
    </List>
  );
}

/** The links of the rule that cannot be used. */
function LinkProblems({ problems }: { problems: FieldProblems }) {
  return Object.entries(problems).map(([field, problem]) => (
    <MessageBanner
      key={field}
      tone="critical"
      title={field === "artworkBack" ? PRODUCTS.fields.back : PRODUCTS.fields.front}
      text={problemMessage(field as MappingField, problem)}
    />
  ));
}
