import { BlockStack, Button, InlineStack, Text } from "@shopify/polaris";
import type { ImportView } from "../../catalog/import/import-view.ts";
import { COLUMNS } from "../../catalog/columns.ts";
import { MessageBanner } from "../common/banners.tsx";
import { Small, Strong, Subheading } from "../common/text.tsx";
import { useDownload } from "../common/use-download.ts";
import { warningMessage } from "./copy.ts";
import { importProblemMessage, summaryLines, TRANSFER } from "./import-copy.ts";

const text = TRANSFER.import;

/** What a checked file would do, and what is wrong with it. */
export function ImportResult({ view }: { view: ImportView }) {
  const { rows, values, outdated, canSave } = view;
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
      {rows.wrong > 0 && canSave === "no" && !outdated && <MessageBanner tone="critical" text={text.blocked} />}
      {rows.wrong > 0 && <Problems view={view} />}
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
      {changes.map(({ row, column, before, after }) => (
        <BlockStack key={`${row} ${column}`}>
          <Strong>
            {text.problems.row(row)}, {COLUMNS[column]}
          </Strong>
          <Text as="p" breakWord>
            {text.changes.before}: {before || text.changes.blank}
          </Text>
          <Text as="p" breakWord>
            {text.changes.after}: {after || text.changes.blank}
          </Text>
        </BlockStack>
      ))}
    </BlockStack>
  );
}

/** Nothing of it keeps a row from being imported. */
function Warnings({ warned: { rows, first } }: Pick<ImportView, "warned">) {
  return (
    <BlockStack gap="300">
      <Subheading>{text.warnings.title(rows)}</Subheading>
      {new Set(first.map(({ row }) => row)).size < rows && <Small>{text.warnings.first(first.length)}</Small>}
      {first.map(({ row, column, warning }) => (
        <BlockStack key={`${row} ${column} ${warning.code}`}>
          <Strong>
            {text.problems.row(row)}, {COLUMNS[column]}
          </Strong>
          <Text as="p" breakWord>
            {warningMessage(warning)}
          </Text>
        </BlockStack>
      ))}
    </BlockStack>
  );
}

function Problems({ view: { rows, problems } }: { view: ImportView }) {
  const file = useDownload(text.problems.fileName);
  return (
    <BlockStack gap="300">
      <InlineStack align="space-between" blockAlign="center" gap="200">
        <Subheading>{text.problems.title(rows.wrong)}</Subheading>
        <Button variant="plain" loading={file.busy} onClick={() => void file.save("/app/products/import/problems")}>
          {text.problems.download}
        </Button>
      </InlineStack>
      {file.failed && <MessageBanner tone="critical" text={TRANSFER.export.failed} />}
      {problems.length < rows.wrong && <Small>{text.problems.first(problems.length)}</Small>}
      {problems.flatMap(({ row, problems: all }) =>
        all.map(({ column, problem }) => (
          <BlockStack key={`${row} ${column}`}>
            <Strong>
              {text.problems.row(row)}, {COLUMNS[column]}
            </Strong>
            <Text as="p" breakWord>
              {importProblemMessage(column, problem)}
            </Text>
          </BlockStack>
        )),
      )}
    </BlockStack>
  );
}
