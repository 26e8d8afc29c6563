import { BlockStack, Button, InlineStack, Text } from "@shopify/polaris";
import type { ReactNode } from "react";
import type { ImportView } from "../../catalog/import/mapping-import.ts";
import { COLUMNS, type Column } from "../../catalog/columns.ts";
import type { VariantName } from "../../catalog/import/import-rows.ts";
import { MessageBanner } from "../common/banners.tsx";
import { Small, Strong, Subheading } from "../common/text.tsx";
import { useDownload } from "../common/use-download.ts";
import { hintText } from "./catalog-picker-copy.ts";
import { warningMessage } from "./copy.ts";
import { importProblemMessage, rowName, summaryLines, TRANSFER } from "./import-copy.ts";

const text = TRANSFER.import;

/** What a checked file would do, and what is wrong with the file. `children`: the choice about rows with problems. */
export function ImportResult({ view, children }: { view: ImportView; children?: ReactNode }) {
  const { rows, values, outdated } = view;
  const changes = rows.created + rows.changed + rows.wrong;
  const summary = summaryLines(view);
  return (
    <BlockStack gap="400">
      {outdated && <MessageBanner tone="warning" {...text.outdated} />}
      {summary.length > 0 && (
        <Text as="p" fontWeight="semibold">
          {summary.join(" · ")}
        </Text>
      )}
      {changes === 0 && <Text as="p">{text.nothing}</Text>}
      {values.unconfirmedSkus > 0 && <Text as="p">{text.unconfirmed(values.unconfirmedSkus)}</Text>}
      {rows.wrong > 0 && <Problems view={view} />}
      {children}
      {view.changes.length > 0 && <Changes view={view} />}
      {view.warned.rows > 0 && <Warnings warned={view.warned} />}
    </BlockStack>
  );
}

/** A spreadsheet changes cells that nobody has touched: each one is seen before it is saved. */
function Changes({ view: { rows, changes } }: { view: ImportView }) {
  const file = useDownload(text.changes.fileName);
  return (
    <BlockStack gap="300">
      <InlineStack align="space-between" blockAlign="center" gap="200">
        <Subheading>{text.changes.title}</Subheading>
        <Button variant="plain" loading={file.busy} onClick={() => void file.save("/app/products/import/changes")}>
          {text.changes.download}
        </Button>
      </InlineStack>
      {file.failed && <MessageBanner tone="critical" text={TRANSFER.export.failed} />}
      {new Set(changes.map(({ row }) => row)).size < rows.changed && (
        <Small>{text.changes.first(changes.length)}</Small>
      )}
      {changes.map(({ row, name, column, before, after }) => (
        <Cell key={`${row} ${column}`} {...{ row, name, column }}>
          {text.changes.before}: {before || text.changes.blank}
          <br />
          {text.changes.after}: {after || text.changes.blank}
        </Cell>
      ))}
    </BlockStack>
  );
}

/** Nothing of it keeps a row from being imported. */
function Warnings({ warned: { rows, first } }: Pick<ImportView, "warned">) {
  const isOfArtwork = first.every(({ column }) => column !== "itemSku");
  return (
    <BlockStack gap="300">
      <Subheading>{isOfArtwork ? text.warnings.title(rows) : text.warnings.titleWithSkus(rows)}</Subheading>
      {first.map(({ row, rows: same, name, ...one }) => (
        <Cell key={`${row} ${JSON.stringify(one)}`} {...{ row, name, column: one.column, same }}>
          {one.column === "itemSku" ? `${one.itemSku}: ${hintText(one.warning)}` : warningMessage(one.warning)}
        </Cell>
      ))}
    </BlockStack>
  );
}

function Problems({ view: { rows, problems } }: { view: ImportView }) {
  return (
    <BlockStack gap="300">
      <Subheading>{text.problems.title(rows.wrong)}</Subheading>
      <DownloadToFix rows={rows.wrong} help={text.problems.help(rows.wrong)} />
      {problems.length < rows.wrong && <Small>{text.problems.first(problems.length)}</Small>}
      {problems.flatMap(({ row, name, problems: all }) =>
        all.map(({ column, problem }) => (
          <Cell key={`${row} ${column}`} {...{ row, name, column }}>
            {importProblemMessage(column, problem)}
          </Cell>
        )),
      )}
    </BlockStack>
  );
}

/** The rows that an import has left out. */
export function LeftOutRows({ rows }: { rows: number }) {
  return (
    <BlockStack gap="200">
      <Subheading>{text.problems.leftOut(rows)}</Subheading>
      <DownloadToFix rows={rows} help={text.problems.fix} />
    </BlockStack>
  );
}

function DownloadToFix({ rows, help }: { rows: number; help: string }) {
  const file = useDownload(text.problems.fileName);
  return (
    <BlockStack gap="200" inlineAlign="start">
      <Text as="p">{help}</Text>
      <Button loading={file.busy} onClick={() => void file.save("/app/products/import/problems")}>
        {text.problems.download(rows)}
      </Button>
      {file.failed && <MessageBanner tone="critical" text={TRANSFER.export.failed} />}
    </BlockStack>
  );
}

interface CellProps {
  row: number;
  name: VariantName | null;
  column: Column;
  /** Rows that have the same. */
  same?: number;
  children: ReactNode;
}

/** What there is to say of a cell of the file. */
function Cell({ row, name, column, same = 1, children }: CellProps) {
  return (
    <BlockStack>
      <Strong>
        {same > 1 ? text.warnings.rows(same) : rowName(row, name)}, {COLUMNS[column]}
      </Strong>
      <Text as="p" breakWord>
        {children}
      </Text>
    </BlockStack>
  );
}
