import { Modal, Badge, BlockStack, Box, List, Text, type ModalProps } from "@shopify/polaris";
import { useState, type ReactNode } from "react";
import { COPY as COMMON } from "../../common/copy.ts";
import { MAPPING_METHODS, missingMessage, missMessage } from "./copy.ts";
import type { FormField } from "../../../catalog/field-problems.ts";
import type { MappingOutcome } from "../../../catalog/save-valid-mappings.ts";
import type { ShownVariant } from "../../../catalog/stored-mapping.ts";
import type { PreviewRow } from "../../../catalog/mapping-methods/proposal.ts";
import { sideName } from "../../../ports/order-model.ts";
import { FURTHER_SIDES } from "../../../ports/sides.ts";
import { ResponsiveTable } from "../../common/responsive-table.tsx";
import { Small, SmallNote, Strong, Subheading } from "../../common/text.tsx";
import { useDenied } from "../../common/shop-context.tsx";
import { nowText, problemMessage, fileName } from "../copy.ts";
import type { ProposalSaver } from "./use-save-proposals.ts";

interface MethodModalProps extends Pick<ModalProps, "open" | "primaryAction" | "onClose"> {
  title: string;
  secondaryAction: NonNullable<ModalProps["secondaryActions"]>[number];
  children: ReactNode;
}

/** One step of a method to map many variants. */
export function MethodModal({ primaryAction, secondaryAction, children, ...props }: MethodModalProps) {
  const denied = useDenied();
  const primary = primaryAction && { ...primaryAction, disabled: denied || primaryAction.disabled };
  return (
    <Modal size="large" primaryAction={primary} secondaryActions={[secondaryAction]} {...props}>
      <Modal.Section>{children}</Modal.Section>
    </Modal>
  );
}

interface MethodFormModalProps extends Pick<MethodModalProps, "open" | "title" | "onClose" | "children"> {
  /** Whether there is something to preview. */
  ready: boolean;
  /** The preview is being made. */
  reading: boolean;
  onPreview(): void;
}

/** The form of a method, with a button that previews the changes. */
export function MethodFormModal({ ready, reading, onPreview, ...props }: MethodFormModalProps) {
  return (
    <MethodModal
      primaryAction={{ content: MAPPING_METHODS.rule.preview, disabled: !ready, loading: reading, onAction: onPreview }}
      secondaryAction={{ content: COMMON.cancel, onAction: props.onClose }}
      {...props}
    />
  );
}

const text = MAPPING_METHODS.preview;
const PAGE_SIZE = 25;
const MAX_LEFT_OUT = 25;

interface PreviewRowsProps {
  rows: readonly PreviewRow[];
  /** What became of rows that were saved. */
  outcomes?: ProposalSaver["outcomes"];
}

/** Variants that would be mapped, before and after. */
export function PreviewRows({ rows, outcomes = {} }: PreviewRowsProps) {
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
  const own = SIDES.map(([field, name]) => ({ field, link: after[field], name }));
  const further = FURTHER_SIDES.map((field) => ({
    ...{ field, link: after.artworkSides[field] ?? "" },
    name: (file: string) => `${sideName(field)}: ${file}`,
  }));
  const sides = [...own, ...further].filter(({ field, link }) => link !== "" || changed.includes(field));
  if (sides.length === 0) return <Small>{text.noArtwork}</Small>;
  return (
    <BlockStack>
      {sides.map(({ field, link, name }) => (
        <Text key={field} as="span" variant="bodySm" breakWord tone={changed.includes(field) ? undefined : "subdued"}>
          {name(link === "" ? text.removed : fileName(link))}
        </Text>
      ))}
    </BlockStack>
  );
}

function Result({ row, outcome }: { row: PreviewRow; outcome: MappingOutcome | undefined }) {
  if (!outcome) return <Badge tone={row.before ? undefined : "info"}>{row.before ? text.changed : text.new}</Badge>;
  if (outcome.saved) return <Badge tone="success">{text.saved}</Badge>;
  if (outcome.outdated) return <Outdated now={outcome.outdated} />;
  return (
    <BlockStack gap="100" inlineAlign="start">
      <Badge tone="critical">{text.notSaved}</Badge>
      {Object.entries(outcome.problems).map(([field, problem]) => (
        <SmallNote key={field} tone="critical" breakWord>
          {problemMessage(field as FormField, problem)}
        </SmallNote>
      ))}
    </BlockStack>
  );
}

/** Somebody changed the variant after the preview was made: what it is now. */
function Outdated({ now }: { now: ShownVariant }) {
  return (
    <BlockStack gap="100" inlineAlign="start">
      <Badge tone="warning">{text.outdatedRow}</Badge>
      <SmallNote breakWord>{nowText(now)}</SmallNote>
    </BlockStack>
  );
}

/** The first variants that cannot be mapped, with the reason. `total`: how many there are. */
export function LeftOut({ rows, total }: { rows: readonly PreviewRow[]; total: number }) {
  return (
    <BlockStack gap="200">
      <Subheading>{text.leftOut(total)}</Subheading>
      <SmallNote>{text.leftOutHelp}</SmallNote>
      <List gap="extraTight">
        {rows.slice(0, MAX_LEFT_OUT).map((row) => (
          <List.Item key={row.target.gid}>
            {row.target.name}: {reasons(row).join(" ")}
          </List.Item>
        ))}
        {total > MAX_LEFT_OUT && <List.Item>{text.more(total - MAX_LEFT_OUT)}</List.Item>}
      </List>
    </BlockStack>
  );
}

/** A miss says more than the problem that follows from it. */
function reasons({ misses, problems }: PreviewRow): string[] {
  const missed = Object.values(misses).map(missMessage);
  if (missed.length > 0) return [...new Set(missed)];
  return Object.entries(problems).map(([field, problem]) =>
    problem.kind === "missing" ? missingMessage(field as FormField) : problemMessage(field as FormField, problem),
  );
}
