import { BlockStack, Checkbox, ChoiceList, InlineGrid, Text, TextField } from "@shopify/polaris";
import { allOverridable, type MappingField } from "../../catalog/field-problems.ts";
import { ArtworkField } from "./artwork-field.tsx";
import { sortSides, type Draft, type Side } from "./mapping-drafts.ts";
import { PriceLine } from "./price-line.tsx";
import { problemMessage } from "./problem-words.ts";
import type { MappingForm } from "./use-mapping-form.ts";

/** The fields of one variant's mapping. */
export function MappingFields({ gid, form }: { gid: string; form: MappingForm }) {
  const draft = form.draft(gid);
  const problems = form.problems(gid);
  const bind = (field: MappingField) => {
    const problem = problems[field];
    return {
      value: draft[field],
      onChange: (value: string) => form.change([gid], { [field]: value }),
      onBlur: () => form.validateField(gid, field),
      error: problem && problemMessage(field, problem),
    };
  };
  return (
    <BlockStack gap="400">
      <InlineGrid columns={{ xs: 1, md: 2 }} gap="400">
        <BlockStack gap="100">
          <TextField label="SKU of the print service" autoComplete="off" spellCheck={false} {...bind("itemSku")} />
          <PriceLine priced={form.priced(gid)} />
        </BlockStack>
        <RequiredSides draft={draft} onChange={(requiredSides) => form.change([gid], { requiredSides })} />
      </InlineGrid>
      <ArtworkField label="Front artwork" helpText={requiredHint(draft, "front")} {...bind("artworkFront")} />
      <ArtworkField label="Back artwork" helpText={requiredHint(draft, "back")} {...bind("artworkBack")} />
      <ArtworkField label="Mockup" {...bind("mockup")} />
      <TextField label="Note for the printer" autoComplete="off" multiline {...bind("note")} />
      {allOverridable(problems) && (
        <Checkbox
          label="Save anyway"
          helpText="Orders with this variant may be refused by the print service, or be held."
          checked={form.saveAnyway(gid)}
          onChange={(saveAnyway) => form.setSaveAnyway(gid, saveAnyway)}
        />
      )}
    </BlockStack>
  );
}

function RequiredSides({ draft, onChange }: { draft: Draft; onChange(sides: Side[]): void }) {
  const printsBlank = draft.requiredSides.length === 0 && draft.artworkFront === "" && draft.artworkBack === "";
  return (
    <BlockStack gap="100">
      <ChoiceList
        allowMultiple
        title="Required sides"
        choices={[
          { label: "Front", value: "front" },
          { label: "Back", value: "back" },
        ]}
        selected={draft.requiredSides}
        onChange={(sides) => onChange(sortSides(sides))}
      />
      <Text as="p" variant="bodySm" tone={printsBlank ? "caution" : "subdued"}>
        {printsBlank
          ? "No side is required: an order without artwork would be printed blank."
          : "Orders without artwork for a required side are held."}
      </Text>
    </BlockStack>
  );
}

/** Artwork may also come with the order or from the product: then none is needed here. */
function requiredHint(draft: Draft, side: Side): string | undefined {
  const link = side === "front" ? draft.artworkFront : draft.artworkBack;
  if (link !== "" || !draft.requiredSides.includes(side)) return undefined;
  return "Required, unless the order or the product brings it";
}
