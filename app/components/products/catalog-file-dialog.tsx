import { BlockStack, Button, List, Modal, Text } from "@shopify/polaris";
import { useState } from "react";
import type {
  CatalogFileProblem,
  CatalogFileResult,
  CatalogRowProblem,
} from "../../print-catalog/copy/catalog-file.ts";
import { CsvFileZone, fileRequest } from "../common/csv-file.tsx";
import { MessageBanner } from "../common/banners.tsx";
import { COPY as COMMON } from "../common/copy.ts";
import { useRestoreFocus } from "../common/focus.ts";
import { showDenial } from "../common/request-failed.ts";
import { Small } from "../common/text.tsx";
import { useDownload } from "../common/use-download.ts";
import { formatNumber, pluralize } from "../common/format.ts";
import { CATALOG } from "./catalog-copy.ts";
import { fileProblemMessage } from "./import-copy.ts";

const text = {
  title: "Upload catalog file",
  intro:
    "Upload a CSV file with a row for each variant. SKU and product are required. Variant title, color, size, picture link, price, and old SKUs are optional. A new file replaces the one before.",
  template: "Download template",
  templateName: "catalog-template.csv",
  templateFailed: "The template couldn't be downloaded. Try again in a moment.",
  drop: "Add CSV file",
  dropHint: "CSV from Excel, Google Sheets, or Numbers, up to 100,000 rows",
  replace: "Choose another file",
  notCsv: "Choose a CSV file.",
  action: "Use this file",
  busy: "Reading the file. A large file takes a minute.",
  hasCatalog: "Your print service shares its catalog with Inkbridge. A file isn't needed.",
  stored: (variants: number) => `The catalog has ${pluralize(variants, "variant")}`,
  allRows: "Every row of the file was used.",
  problems: (count: number, leftOut: number) =>
    `${pluralize(count, "problem")}, ${leftOut === 0 ? "no row left out" : `${pluralize(leftOut, "row")} left out`}. Fix the file, then upload it again.`,
  first: (shown: number) => `The first ${formatNumber(shown)}:`,
  done: "Close",
} as const;
const PATH = "/app/catalog/file";

type Stored = Extract<CatalogFileResult, { outcome: "stored" }>;
type Refused = { message: string; rows: string[] };

interface CatalogFileDialogProps {
  /** Other stores use the catalog of the print account, too. */
  shared: boolean;
  onStored(): void;
  onClose(): void;
}

/** Uploads a catalog file: it is used at once, and what was wrong with its rows is told. */
export function CatalogFileDialog({ shared, onStored, onClose }: CatalogFileDialogProps) {
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
          {shared && <MessageBanner tone="warning" text={CATALOG.shared} />}
          <CsvFileZone file={file} text={text} onDrop={choose} />
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

/** Sends a file. */
async function send(file: File): Promise<Stored | Refused> {
  const failed = { message: CATALOG.failed, rows: [] };
  try {
    const answer = await fetch(PATH, await fileRequest(file));
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

/** Why a catalog file cannot be used, and what to do. */
export function catalogFileMessage(problem: CatalogFileProblem): string {
  switch (problem.kind) {
    case "missing_columns":
      return `The first row has no column ${problem.columns.join(" and ")}. Name the columns as in the template.`;
    case "repeated_columns":
      return `The first row names ${problem.columns.join(" and ")} more than once. Keep one of the columns.`;
    case "no_rows":
      return "No row of the file has an SKU and a product. Fill in both columns.";
    case "too_large":
      return "The file is too large. Delete columns that aren't in the template.";
    case "too_many_rows":
      return "The file has more than 100,000 rows. Keep the products that you may sell.";
    default:
      return fileProblemMessage(problem);
  }
}

/** What is wrong with a row, and what to do. */
export function catalogRowMessage(problem: CatalogRowProblem): string {
  const row = `Row ${formatNumber(problem.row)}`;
  switch (problem.kind) {
    case "sku_missing":
      return `${row}: the SKU is missing. Enter the print service's SKU.`;
    case "sku_too_long":
      return `${row}: the SKU is longer than 255 characters. Check that the columns are in place.`;
    case "product_missing":
      return `${row}: the product is missing. Enter the product's name.`;
    case "repeated":
      return `${row}: SKU ${problem.sku} is already in row ${formatNumber(problem.first)}. Delete one of the rows.`;
    case "price":
      return `${row}: the price isn't a number above 0. Enter it as 7.80. The row is used without a price.`;
    case "picture":
      return `${row}: the picture link isn't an https address. The row is used without a picture.`;
  }
}
