import { BlockStack, Checkbox, Text, type BannerProps } from "@shopify/polaris";
import type { Preview } from "../../../catalog/mapping-methods/preview.ts";
import { MessageBanner } from "../../common/banners.tsx";
import { RunProgress } from "../../common/run-progress.tsx";
import { COPY as PRODUCTS } from "../copy.ts";
import { MAPPING_METHODS } from "./copy.ts";
import { LeftOut, PreviewRows } from "./preview-rows.tsx";
import type { ProposalSaver } from "./use-save-proposals.ts";

const text = MAPPING_METHODS.preview;

interface ProposalPreviewProps {
  preview: Preview;
  saver: ProposalSaver;
  /** Makes the preview again. */
  again: BannerProps["action"];
  saveAnyway: boolean;
  onSaveAnyway(saveAnyway: boolean): void;
}

/** Every variant that a method would map, before and after, and after a save what became of each. */
export function ProposalPreview({ preview, saver, again, saveAnyway, onSaveAnyway }: ProposalPreviewProps) {
  const { rows, leftOut } = preview;
  return (
    <BlockStack gap="400">
      {saver.failed && <MessageBanner tone="critical" text={text.failed} />}
      {!saver.saving && saver.outdated > 0 && (
        <MessageBanner tone="warning" title={text.outdated(saver.outdated)} text={text.outdatedText} action={again} />
      )}
      {!saver.saving && !saver.failed && saver.unsaved > 0 && (
        <MessageBanner tone="critical" title={text.problems(saver.unsaved)} text={text.problemsText} />
      )}
      <Text as="p" fontWeight="semibold">
        {summary(preview)}
      </Text>
      {saver.done !== null && (
        <RunProgress done={saver.done} total={rows.length} label={text.saving(saver.done, rows.length)} />
      )}
      {rows.length > 0 && <PreviewRows rows={rows} outcomes={saver.outcomes} />}
      {saver.overridable && !saver.saving && (
        <Checkbox
          label={text.saveAnyway}
          helpText={PRODUCTS.fields.saveAnywayHelp(saver.unsaved)}
          checked={saveAnyway}
          onChange={onSaveAnyway}
        />
      )}
      {leftOut.length > 0 && <LeftOut rows={leftOut} total={leftOut.length} />}
    </BlockStack>
  );
}

function summary({ rows, leftOut, unchanged }: Preview): string {
  if (rows.length > 0) return text.summary(rows.length, unchanged, leftOut.length);
  return leftOut.length > 0 ? text.nothingSaveable : text.nothing;
}
