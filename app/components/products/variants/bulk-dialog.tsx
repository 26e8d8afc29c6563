import { BlockStack, Select, Text, TextField } from "@shopify/polaris";
import { useState } from "react";
import type { BulkAction, BulkActionKind } from "../../../catalog/bulk-edit/bulk-actions.ts";
import type { VariantRow } from "../../../catalog/variants/read-variants-page.ts";
import type { FieldProblems } from "../../../catalog/field-problems.ts";
import { MessageBanner } from "../../common/banners.tsx";
import { ConfirmDialog } from "../../common/confirm-dialog.tsx";
import { problemMessage } from "../copy.ts";
import { SaveAnyway } from "../mapping-inputs.tsx";
import { DIALOG as text, QUESTIONS } from "./bulk-copy.ts";
import { BULK_LABELS } from "./copy.ts";
import type { BulkEditResponse } from "./bulk-edit.tsx";

type Side = "artworkFront" | "artworkBack";

/** The actions that this dialog asks for: a rule has a form of its own. */
type PlainKind = Exclude<BulkActionKind, "map_by_rule">;

interface BulkDialogProps {
  kind: PlainKind;
  /** How many are selected. */
  variants: number;
  /** The selected variants as the page shows them; null: it shows a part of them. */
  shownRows: readonly VariantRow[] | null;
  busy: boolean;
  /** The answer to the last attempt in this dialog. */
  answer: BulkEditResponse | null;
  onApply(action: BulkAction, saveAnyway: boolean): void;
  onClose(): void;
}

/** Asks for the value of a bulk edit, and for a confirmation. */
export function BulkDialog({ kind, variants, shownRows, busy, answer, onApply, onClose }: BulkDialogProps) {
  const [value, setValue] = useState("");
  const [side, setSide] = useState<Side>("artworkFront");
  const [saveAnyway, setSaveAnyway] = useState(false);
  // The page may read its rows again behind the dialog.
  const [seenRows] = useState(shownRows);
  const problems: FieldProblems = answer?.outcome === "invalid" ? answer.problems : {};
  const { title, text: consequence } = QUESTIONS[kind];
  const field = kind === "set_sku" ? "itemSku" : side;
  const problem = problems[field];
  const failure = failureOf(answer);
  return (
    <ConfirmDialog
      title={title(variants)}
      label={BULK_LABELS[kind].label}
      destructive={kind === "remove_mapping"}
      busy={busy}
      onClose={onClose}
      onConfirm={() => onApply(toAction(kind, value, side, seenRows), saveAnyway)}
    >
      <BlockStack gap="400">
        {failure !== null && <MessageBanner tone="critical" text={failure} />}
        <Text as="p">{consequence}</Text>
        {kind === "set_artwork" && (
          <Select
            label={text.sideLabel}
            options={[...text.sides]}
            value={side}
            onChange={(chosen) => setSide(chosen === "artworkBack" ? "artworkBack" : "artworkFront")}
          />
        )}
        {(kind === "set_sku" || kind === "set_artwork") && (
          <TextField
            label={kind === "set_sku" ? text.skuLabel : text.linkLabel}
            autoComplete="off"
            spellCheck={false}
            {...(kind === "set_artwork" && { type: "url", inputMode: "url", placeholder: "https://" })}
            value={value}
            onChange={setValue}
            error={problem && problemMessage(field, problem)}
          />
        )}
        <SaveAnyway variants={variants} problems={problems} checked={saveAnyway} onChange={setSaveAnyway} />
      </BlockStack>
    </ConfirmDialog>
  );
}

/** Why an edit did not begin, but for problems of its value; null: it did. */
export function failureOf(answer: BulkEditResponse | null): string | null {
  switch (answer?.outcome) {
    case "busy":
      return text.busy;
    case "empty":
      return text.gone;
    case "failed":
      return text.failed;
    default:
      return null;
  }
}

function toAction(kind: PlainKind, value: string, side: Side, shownRows: readonly VariantRow[] | null): BulkAction {
  if (kind === "set_sku") return { kind, itemSku: value };
  if (kind === "set_artwork") return { kind, side, link: value };
  if (kind === "confirm_mapping") return { kind, shown: shownRows ? factsHashesOf(shownRows) : undefined };
  if (kind === "use_new_files") return { kind, shown: shownRows ? newFilesOf(shownRows) : undefined };
  return { kind };
}

/** What the rows show of their variants, which staff confirms. */
const factsHashesOf = (rows: readonly VariantRow[]) =>
  Object.fromEntries(rows.flatMap(({ gid, mapping }) => (mapping?.factsHash ? [[gid, mapping.factsHash]] : [])));

/** The new files at the links of the rows, which staff confirms. */
const newFilesOf = (rows: readonly VariantRow[]) =>
  Object.fromEntries(
    rows.flatMap(({ artworkFindings }) =>
      artworkFindings.flatMap(({ link, newFile }) => (newFile === null ? [] : [[link, newFile]])),
    ),
  );
