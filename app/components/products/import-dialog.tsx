import { BlockStack, Button, Checkbox, Modal, Spinner, Text } from "@shopify/polaris";
import { useState } from "react";
import type { ImportView } from "../../catalog/import/mapping-import.ts";
import { CsvFileZone, fileRequest } from "../common/csv-file.tsx";
import { MessageBanner } from "../common/banners.tsx";
import { RunProgress, useCurrentRun } from "../common/run-progress.tsx";
import { Small } from "../common/text.tsx";
import { COPY as COMMON } from "../common/copy.ts";
import { useDownload } from "../common/use-download.ts";
import { useRestoreFocus } from "../common/focus.ts";
import { useDenied } from "../common/shop-context.tsx";
import { COPY as PRODUCTS } from "./copy.ts";
import { TRANSFER, fileProblemMessage } from "./import-copy.ts";
import { ImportResult, LeftOutRows } from "./import-result.tsx";
import type { FileProblem, ReceiveResult } from "../../catalog/import/receive-file.ts";
import { useJsonFetcher } from "../common/json-requests.ts";

const text = TRANSFER.import;

interface ImportDialogProps {
  mappingImport: MappingImportState;
  onClose(): void;
}

/**
 * Imports mappings: a file is chosen, checked, and saved after staff has seen the result. `asksForFile`: the next file takes the
 * place of an import that is done, which is not shown again.
 */
export function ImportDialog({ mappingImport, asksForFile, onClose }: ImportDialogProps & { asksForFile: boolean }) {
  useRestoreFocus();
  const { current } = mappingImport;
  const [replaced, setReplaced] = useState(asksForFile && current?.state === "done" ? current.id : null);
  if (!current || current.id === replaced) return <ChooseFile mappingImport={mappingImport} onClose={onClose} />;
  if (current.state === "checked")
    return <Checked view={current} mappingImport={mappingImport} onClose={onClose} key={current.id} />;
  if (current.state === "done")
    return (
      <Done view={current} mappingImport={mappingImport} onReplace={() => setReplaced(current.id)} onClose={onClose} />
    );
  return <Working view={current} mappingImport={mappingImport} onClose={onClose} />;
}

function ChooseFile({ mappingImport, onClose }: ImportDialogProps) {
  const denied = useDenied();
  const [file, setFile] = useState<File | null>(null);
  const [rejected, setRejected] = useState(false);
  const template = useDownload(TRANSFER.export.fileName);
  const choose = (_all: File[], accepted: File[], refused: File[]) => {
    mappingImport.clearProblem();
    setFile(accepted[0] ?? null);
    setRejected(refused.length > 0);
  };
  const problem = rejected ? text.notCsv : (mappingImport.problem ?? (template.failed ? TRANSFER.export.failed : null));
  return (
    <Modal
      open
      title={text.title}
      onClose={onClose}
      primaryAction={{
        content: text.upload,
        disabled: denied || file === null,
        loading: mappingImport.busy,
        onAction: () => file && mappingImport.upload(file),
      }}
      secondaryActions={[{ content: COMMON.cancel, onAction: onClose }]}
    >
      <Modal.Section>
        <BlockStack gap="400">
          {problem !== null && <MessageBanner tone="critical" text={problem} />}
          <Text as="p">{text.intro}</Text>
          <CsvFileZone file={file} text={text} onDrop={choose} />
          <Button
            variant="plain"
            textAlign="start"
            loading={template.busy}
            onClick={() => void template.save(exportPath("unmapped"))}
          >
            {text.template}
          </Button>
          {mappingImport.uploading && <Small>{text.uploading}</Small>}
        </BlockStack>
      </Modal.Section>
    </Modal>
  );
}

interface WithView extends ImportDialogProps {
  view: ImportView;
}

function Working({ view, mappingImport, onClose }: WithView) {
  const denied = useDenied();
  const { checked, total } = view.values;
  const isSaving = view.state === "saving" || view.state === "saved";
  const discard = {
    content: text.discard,
    disabled: denied || mappingImport.busy,
    onAction: () => mappingImport.discard(view.id),
  };
  return (
    <Modal
      open
      title={text.title}
      onClose={onClose}
      secondaryActions={[...(isSaving ? [] : [discard]), { content: text.close, onAction: onClose }]}
    >
      <Modal.Section>
        <BlockStack gap="400">
          {mappingImport.problem !== null && <MessageBanner tone="critical" text={mappingImport.problem} />}
          {view.state === "checking" ? (
            <RunProgress done={checked} total={total} label={text.checking(checked, total)} />
          ) : (
            <div role="status">
              <Spinner accessibilityLabel={isSaving ? text.saving : text.uploading} size="small" />
              <Text as="p">{isSaving ? text.saving : text.uploading}</Text>
            </div>
          )}
        </BlockStack>
      </Modal.Section>
    </Modal>
  );
}

function Checked({ view, mappingImport, onClose }: WithView) {
  const denied = useDenied();
  const [withProblems, setWithProblems] = useState(false);
  const { created, changed, overridable } = view.rows;
  const mappings = created + changed + (withProblems ? overridable : 0);
  const discard = {
    content: text.discard,
    disabled: denied || mappingImport.busy,
    onAction: () => mappingImport.discard(view.id),
  };
  const save = {
    content: text.save(mappings),
    disabled: denied,
    loading: mappingImport.busy,
    onAction: () => mappingImport.save(view.id, withProblems),
  };
  return (
    <Modal
      open
      title={text.title}
      onClose={onClose}
      primaryAction={mappings === 0 || view.outdated ? undefined : save}
      secondaryActions={[discard]}
    >
      <Modal.Section>
        <BlockStack gap="400">
          {mappingImport.problem !== null && <MessageBanner tone="critical" text={mappingImport.problem} />}
          <ImportResult view={view}>
            {overridable > 0 && (
              <Checkbox
                label={text.withProblems(overridable)}
                helpText={PRODUCTS.fields.saveAnywayHelp(overridable)}
                checked={withProblems}
                onChange={setWithProblems}
              />
            )}
          </ImportResult>
        </BlockStack>
      </Modal.Section>
    </Modal>
  );
}

function Done({ view, mappingImport, onReplace, onClose }: WithView & { onReplace(): void }) {
  const denied = useDenied();
  const close = () => {
    // The rows that were left out can be downloaded until their banner is closed.
    if (view.rows.wrong === 0 && !denied) mappingImport.discard(view.id);
    onClose();
  };
  return (
    <Modal
      open
      title={text.title}
      onClose={close}
      primaryAction={{ content: text.close, onAction: close }}
      secondaryActions={
        view.rows.wrong > 0 ? [{ content: text.importFixed, disabled: denied, onAction: onReplace }] : []
      }
    >
      <Modal.Section>
        <BlockStack gap="400">
          <MessageBanner
            tone="success"
            title={text.done(view.saved.mappings)}
            text={text.doneOrders(view.saved.orders)}
          />
          {view.rows.wrong > 0 && <LeftOutRows rows={view.rows.wrong} />}
        </BlockStack>
      </Modal.Section>
    </Modal>
  );
}

/** The file of these variants: all, mapped or unmapped. */
export const exportPath = (variants: string): string => `/app/products/export?variants=${variants}`;

const PATH = "/app/products/import";

/** The answer to a decision about an import. */
export interface ImportDecision {
  outcome: "saving" | "blocked" | "discarded" | "failed";
}

const isAtWork = ({ state }: ImportView): boolean => state !== "checked" && state !== "done";

/** The shop's import: read with the page, and again while the app works on it. */
export function useMappingImport() {
  const { current, isWorking, reload } = useCurrentRun<ImportView>(PATH, isAtWork);
  const [problem, setProblem] = useState<string | null>(null);
  const [uploading, setUploading] = useState(false);

  const decision = useJsonFetcher<ImportDecision>(({ outcome }) => {
    setProblem(outcome === "failed" ? TRANSFER.import.failed : null);
    reload();
  }, PATH);

  async function upload(file: File): Promise<void> {
    setUploading(true);
    setProblem(await send(file));
    setUploading(false);
    reload();
  }

  return {
    /** undefined: not known yet. */
    current,
    isWorking,
    problem,
    uploading,
    busy: uploading || decision.busy,
    upload: (file: File) => void upload(file),
    save: (id: string, withProblems: boolean) => decision.send({ intent: "save", id, withProblems }),
    discard: (id: string) => decision.send({ intent: "discard", id }),
    clearProblem: () => setProblem(null),
  };
}

type MappingImportState = ReturnType<typeof useMappingImport>;

/** Sends a file. Returns what to tell when that fails. */
async function send(file: File): Promise<string | null> {
  try {
    const answer = await fetch(`${PATH}/file`, await fileRequest(file));
    if (answer.status === 413) return fileProblemMessage(TOO_LARGE);
    if (answer.status !== 200 && answer.status !== 409 && answer.status !== 422) return TRANSFER.import.failed;
    const result = (await answer.json()) as ReceiveResult;
    if (result.outcome === "unreadable") return fileProblemMessage(result.problem);
    return result.outcome === "busy" ? TRANSFER.import.busy : null;
  } catch {
    // The browser is offline, or the file was moved or is open elsewhere.
    return TRANSFER.import.failed;
  }
}

/** The limit of a request, compressed. */
const TOO_LARGE: FileProblem = { kind: "too_large", maxMegabytes: 10 };
