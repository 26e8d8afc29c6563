import { Badge, BlockStack, Box, Checkbox, List, ProgressBar, Text } from "@shopify/polaris";
import { useState } from "react";
import type { MappingField } from "../../../catalog/field-problems.ts";
import type { MappingOutcome } from "../../../catalog/save-valid-mappings.ts";
import { MessageBanner } from "../../common/banners.tsx";
import { ResponsiveTable } from "../../common/responsive-table.tsx";
import { Small, SmallNote, Strong, Subheading } from "../../common/text.tsx";
import { problemMessage } from "../copy.ts";
import { missingMessage, missMessage, WAYS } from "./copy.ts";
import type { Preview, PreviewRow } from "./preview-rows.ts";
import type { ProposalSaver } from "./use-save-proposals.ts";

const text = WAYS.preview;
const PAGE_SIZE = 25;
const MAX_LEFT_OUT = 25;

interface ProposalPreviewProps {
  preview: Preview;
  saver: ProposalSaver;
  saveAnyway: boolean;
  onSaveAnyway(saveAnyway: boolean): void;
}

/** Every variant that a way would map, before and after, and after a save what became of each. */
export function ProposalPreview({ preview, saver, saveAnyway, onSaveAnyway }: ProposalPreviewProps) {
  const { rows, leftOut } = preview;
  return (
    <BlockStack gap="400">
      {saver.failed && <MessageBanner tone="critical" text={text.failed} />}
      {!saver.saving && !saver.failed && saver.unsaved > 0 && (
        <MessageBanner tone="critical" title={text.problems(saver.unsaved)} text={text.problemsText} />
      )}
      <Text as="p" fontWeight="semibold">
        {summary(preview)}
      </Text>
      {saver.done !== null && <Progress done={saver.done} total={rows.length} />}
      {rows.length > 0 && <Rows rows={rows} outcomes={saver.outcomes} />}
      {saver.overridable && !saver.saving && (
        <Checkbox label={text.saveAnyway} helpText={text.saveAnywayHelp} checked={saveAnyway} onChange={onSaveAnyway} />
      )}
      {leftOut.length > 0 && <LeftOut rows={leftOut} />}
    </BlockStack>
  );
}

function summary({ rows, leftOut, unchanged }: Preview): string {
  if (rows.length > 0) return text.summary(rows.length, unchanged, leftOut.length);
  return leftOut.length > 0 ? text.nothingSaveable : text.nothing;
}

function Progress({ done, total }: { done: number; total: number }) {
  return (
    <div role="status">
      <BlockStack gap="200">
        <ProgressBar progress={total === 0 ? 0 : (done / total) * 100} size="small" ariaLabelledBy="save-progress" />
        <Text as="p" id="save-progress">
          {text.saving(done, total)}
        </Text>
      </BlockStack>
    </div>
  );
}

function Rows({ rows, outcomes }: { rows: readonly PreviewRow[]; outcomes: ProposalSaver["outcomes"] }) {
  const [page, setPage] = useState(0);
  const pages = Math.ceil(rows.length / PAGE_SIZE);
  const pagination = {
    hasNext: page + 1 < pages,
    hasPrevious: page > 0,
    onNext: () => setPage(page + 1),
    onPrevious: () => setPage(page - 1),
    accessibilityLabel: text.pages,
  };
  return (
    <Box borderWidth="025" borderColor="border" borderRadius="200" overflowX="hidden">
      <ResponsiveTable
        rows={rows.slice(page * PAGE_SIZE, (page + 1) * PAGE_SIZE)}
        resource={text.resource}
        headings={text.headings}
        idOf={({ target }) => target.gid}
        pagination={pages > 1 ? pagination : undefined}
        cells={(row) => [
          <Strong breakWord>{row.target.name}</Strong>,
          <SkuChange row={row} />,
          <ArtworkChange row={row} />,
          <Result row={row} outcome={outcomes[row.target.gid]} />,
        ]}
        phone={(row) => (
          <BlockStack gap="100" inlineAlign="start">
            <Strong breakWord>{row.target.name}</Strong>
            <SkuChange row={row} />
            <ArtworkChange row={row} />
            <Result row={row} outcome={outcomes[row.target.gid]} />
          </BlockStack>
        )}
      />
    </Box>
  );
}

function SkuChange({ row: { before, after, changed } }: { row: PreviewRow }) {
  return (
    <BlockStack>
      <Text as="span" breakWord>
        {after.itemSku}
      </Text>
      {before && changed.includes("itemSku") && <Small breakWord>{text.before(before.itemSku)}</Small>}
    </BlockStack>
  );
}

const SIDES = [
  ["artworkFront", text.front],
  ["artworkBack", text.back],
  ["mockup", text.mockup],
] as const;

/** The artwork that changes, by the names of the files; otherwise what the variant has. */
function ArtworkChange({ row: { after, changed } }: { row: PreviewRow }) {
  const sides = SIDES.filter(([field]) => after[field] !== "" || changed.includes(field));
  if (sides.length === 0) return <Small>{text.noArtwork}</Small>;
  return (
    <BlockStack>
      {sides.map(([field, side]) => (
        <Text key={field} as="span" variant="bodySm" breakWord tone={changed.includes(field) ? undefined : "subdued"}>
          {side(after[field] === "" ? text.removed : fileName(after[field]))}
        </Text>
      ))}
    </BlockStack>
  );
}

/** The last part of a link: what staff called the file. */
function fileName(link: string): string {
  const path = URL.parse(link)?.pathname.split("/").at(-1) ?? "";
  return path === "" ? link : decode(path);
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function Result({ row, outcome }: { row: PreviewRow; outcome: MappingOutcome | undefined }) {
  if (!outcome) return <Badge tone={row.before ? undefined : "info"}>{row.before ? text.changed : text.new}</Badge>;
  if (outcome.saved) return <Badge tone="success">{text.saved}</Badge>;
  return (
    <BlockStack gap="100" inlineAlign="start">
      <Badge tone="critical">{text.notSaved}</Badge>
      {Object.entries(outcome.problems).map(([field, problem]) => (
        <SmallNote key={field} tone="critical" breakWord>
          {problemMessage(field as MappingField, problem)}
        </SmallNote>
      ))}
    </BlockStack>
  );
}

function LeftOut({ rows }: { rows: readonly PreviewRow[] }) {
  return (
    <BlockStack gap="200">
      <Subheading>{text.leftOut(rows.length)}</Subheading>
      <SmallNote>{text.leftOutHelp}</SmallNote>
      <List gap="extraTight">
        {rows.slice(0, MAX_LEFT_OUT).map((row) => (
          <List.Item key={row.target.gid}>
            {row.target.name}: {reasons(row).join(" ")}
          </List.Item>
        ))}
        {rows.length > MAX_LEFT_OUT && <List.Item>{text.more(rows.length - MAX_LEFT_OUT)}</List.Item>}
      </List>
    </BlockStack>
  );
}

/** A miss says more than the problem that follows from it. */
function reasons({ misses, problems }: PreviewRow): string[] {
  const missed = Object.values(misses).map(missMessage);
  if (missed.length > 0) return [...new Set(missed)];
  return Object.entries(problems).map(([field, problem]) =>
    problem.kind === "missing" ? missingMessage(field as MappingField) : problemMessage(field as MappingField, problem),
  );
}
