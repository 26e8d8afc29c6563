import { useState, type ReactNode } from "react";
import { useSavedToast } from "../use-saved-toast.ts";
import { MAPPING_METHODS } from "./copy.ts";
import type { Preview } from "../../../catalog/mapping-methods/preview.ts";
import { ProposalPreview } from "./proposal-preview.tsx";
import { useSaveProposals, type ProposalSaver } from "./use-save-proposals.ts";
import { MethodFormModal, MethodModal } from "./method-modal.tsx";

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
