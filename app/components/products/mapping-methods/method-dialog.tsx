import { useState, type ReactNode } from "react";
import { BlockStack, Checkbox, Text, type BannerProps } from "@shopify/polaris";
import { useSavedToast } from "../use-mapping-form.ts";
import { MAPPING_METHODS } from "./copy.ts";
import type { Preview } from "../../../catalog/mapping-methods/proposal.ts";
import { useSaveProposals, type ProposalSaver } from "./use-save-proposals.ts";
import { MethodFormModal, MethodModal, LeftOut, PreviewRows } from "./method-modal.tsx";
import { MessageBanner } from "../../common/banners.tsx";
import { RunProgress } from "../../common/run-progress.tsx";
import { COPY as PRODUCTS } from "../copy.ts";

const text = MAPPING_METHODS.preview;

interface MethodDialogProps {
  title: string;
  /** The form of the method. */
  children: ReactNode;
  /** Whether there is something to preview. */
  ready: boolean;
  /** null: the form has problems, or something could not be read, which is shown now. */
  onPreview(): Promise<Preview | null>;
  onClose(): void;
}

/** A method to map many variants: its form, then a preview of every change, then the outcome of each. */
export function MethodDialog({ title, children, ready, onPreview, onClose }: MethodDialogProps) {
  const showSaved = useSavedToast();
  const [preview, setPreview] = useState<Preview | null>(null);
  const [reading, setReading] = useState(false);
  async function showPreview(): Promise<void> {
    setReading(true);
    setPreview(await onPreview());
    setReading(false);
  }
  const saver = useSaveProposals((saved, rescheduledOrders) => {
    showSaved(saved, rescheduledOrders);
    onClose();
  });
  if (preview)
    return (
      <PreviewDialog
        preview={preview}
        saver={saver}
        reading={reading}
        onAgain={() => {
          saver.reset();
          void showPreview();
        }}
        onBack={() => setPreview(null)}
        onClose={onClose}
      />
    );
  return (
    <MethodFormModal
      open
      title={title}
      ready={ready}
      reading={reading}
      onPreview={() => void showPreview()}
      onClose={onClose}
    >
      {children}
    </MethodFormModal>
  );
}

interface PreviewDialogProps {
  preview: Preview;
  saver: ProposalSaver;
  /** Another preview is being made. */
  reading: boolean;
  /** Makes the preview again, of the variants as they are now. */
  onAgain(): void;
  onBack(): void;
  onClose(): void;
}

/** What a method would change, and then what became of it: while that is saved, there is no way back to the form. */
export function PreviewDialog({ preview, saver, reading, onAgain, onBack, onClose }: PreviewDialogProps) {
  const [saveAnyway, setSaveAnyway] = useState(false);
  const saved = Object.values(saver.outcomes).filter((one) => one.saved).length;
  const left = preview.rows.length - saved - saver.outdated;
  const isStarted = Object.keys(saver.outcomes).length > 0 || saver.failed;
  const needsDecision = isStarted && !saver.failed && !saveAnyway;
  const save = {
    content: text.save(left),
    disabled: left === 0 || needsDecision || reading,
    loading: saver.saving,
    onAction: () => saver.save(preview.rows, saveAnyway),
  };
  const again = {
    content: text.again,
    loading: reading || saver.loading,
    onAction: () => {
      setSaveAnyway(false);
      onAgain();
    },
  };
  const isOvertaken = saver.outdated > 0 && !saver.saving && left === 0;
  return (
    <MethodModal
      open
      title={text.title}
      onClose={onClose}
      primaryAction={preview.rows.length === 0 ? undefined : isOvertaken ? again : save}
      secondaryAction={
        isStarted
          ? { content: text.close, onAction: onClose }
          : { content: text.edit, disabled: reading || saver.saving, onAction: onBack }
      }
    >
      <ProposalPreview
        preview={preview}
        saver={saver}
        again={again}
        saveAnyway={saveAnyway}
        onSaveAnyway={setSaveAnyway}
      />
    </MethodModal>
  );
}

interface ProposalPreviewProps {
  preview: Preview;
  saver: ProposalSaver;
  /** Makes the preview again. */
  again: BannerProps["action"];
  saveAnyway: boolean;
  onSaveAnyway(saveAnyway: boolean): void;
}

/** Every variant that a method would map, before and after, and after a save what became of each. */
function ProposalPreview({ preview, saver, again, saveAnyway, onSaveAnyway }: ProposalPreviewProps) {
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
