import { BlockStack, Button, DropZone, List, Modal, Text } from "@shopify/polaris";
import { useState } from "react";
import type { CatalogFileResult } from "../../print-catalog/copy/catalog-file.ts";
import { MessageBanner } from "../common/banners.tsx";
import { COPY as COMMON } from "../common/copy.ts";
import { useRestoreFocus } from "../common/focus.ts";
import { showDenial } from "../common/request-failed.ts";
import { Small } from "../common/text.tsx";
import { useDownload } from "../common/use-download.ts";
import { CATALOG, catalogFileMessage, catalogRowMessage } from "./catalog-copy.ts";

const text = CATALOG.file;
const PATH = "/app/catalog/file";

type Stored = Extract<CatalogFileResult, { outcome: "stored" }>;
type Refused = { message: string; rows: string[] };

/** Uploads a catalog file: it is used at once, and what was wrong with its rows is told. */
export function CatalogFileDialog({ onStored, onClose }: { onStored(): void; onClose(): void }) {
  useRestoreFocus();
  const [file, setFile] = useState<File | null>(null);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Refused | null>(null);
  const [stored, setStored] = useState<Stored | null>(null);
  const template = useDownload(text.templateName);
  if (stored) return <StoredFile stored={stored} onClose={onClose} />;

  const choose = (_all: File[], accepted: File[], rejected: File[]) => {
    setRefused(rejected.length > 0 ? { message: text.notCsv, rows: [] } : null);
    setFile(accepted[0] ?? null);
  };
  const upload = async (chosen: File) => {
    setBusy(true);
    setRefused(null);
    const result = await send(chosen);
    setBusy(false);
    if ("message" in result) return setRefused(result);
    setStored(result);
    onStored();
  };
  const problem = refused?.message ?? (template.failed ? text.templateFailed : null);
  return (
    <Modal
      open
      title={text.title}
      onClose={onClose}
      primaryAction={{
        content: text.action,
        disabled: file === null,
        loading: busy,
        onAction: () => void (file && upload(file)),
      }}
      secondaryActions={[{ content: COMMON.cancel, disabled: busy, onAction: onClose }]}
    >
      <Modal.Section>
        <BlockStack gap="400">
          {problem !== null && <MessageBanner tone="critical" text={problem} />}
          {refused && refused.rows.length > 0 && <Rows rows={refused.rows} />}
          <Text as="p">{text.intro}</Text>
          <DropZone accept=".csv,.tsv,.txt,text/csv,text/plain" type="file" allowMultiple={false} onDrop={choose}>
            {file ? (
              <ChosenFile name={file.name} />
            ) : (
              <DropZone.FileUpload actionTitle={text.drop} actionHint={text.dropHint} />
            )}
          </DropZone>
          <Button variant="plain" textAlign="start" loading={template.busy} onClick={() => void template.save(PATH)}>
            {text.template}
          </Button>
          {busy && (
            <div role="status">
              <Small>{text.busy}</Small>
            </div>
          )}
        </BlockStack>
      </Modal.Section>
    </Modal>
  );
}

function ChosenFile({ name }: { name: string }) {
  return (
    <div style={{ padding: "var(--p-space-500)" }}>
      <BlockStack gap="100" inlineAlign="center">
        <Text as="p" fontWeight="semibold" breakWord>
          {name}
        </Text>
        <Small>{text.another}</Small>
      </BlockStack>
    </div>
  );
}

function StoredFile({ stored, onClose }: { stored: Stored; onClose(): void }) {
  const { variants, problemCount, problems, leftOut } = stored;
  return (
    <Modal open title={text.title} onClose={onClose} primaryAction={{ content: text.done, onAction: onClose }}>
      <Modal.Section>
        <BlockStack gap="400">
          <MessageBanner
            tone={problemCount === 0 ? "success" : "warning"}
            title={text.stored(variants)}
            text={problemCount === 0 ? text.allRows : text.problems(problemCount, leftOut)}
          />
          {problemCount > problems.length && <Text as="p">{text.first(problems.length)}</Text>}
          {problems.length > 0 && <Rows rows={problems.map(catalogRowMessage)} />}
        </BlockStack>
      </Modal.Section>
    </Modal>
  );
}

function Rows({ rows }: { rows: readonly string[] }) {
  return (
    <List>
      {rows.map((row, at) => (
        <List.Item key={at}>{row}</List.Item>
      ))}
    </List>
  );
}

/** Sends a file, compressed. */
async function send(file: File): Promise<Stored | Refused> {
  const failed = { message: CATALOG.failed, rows: [] };
  try {
    const body = await new Response(file.stream().pipeThrough(new CompressionStream("gzip"))).blob();
    const answer = await fetch(PATH, { method: "POST", headers: { "Content-Type": "application/gzip" }, body });
    if (answer.status === 413) return { message: catalogFileMessage({ kind: "too_large" }), rows: [] };
    if (answer.status === 403) showDenial(await answer.json());
    if (answer.status !== 200 && answer.status !== 409 && answer.status !== 422) return failed;
    const result = (await answer.json()) as CatalogFileResult;
    if (result.outcome === "stored") return result;
    if (result.outcome === "has_catalog") return { message: text.hasCatalog, rows: [] };
    return { message: catalogFileMessage(result.problem), rows: result.problems.map(catalogRowMessage) };
  } catch {
    // The browser is offline, or the file was moved or is open elsewhere.
    return failed;
  }
}
