import { BlockStack, ChoiceList, InlineGrid, TextField } from "@shopify/polaris";
import type { MappingField } from "../../../catalog/field-problems.ts";
import type { ArtworkFinding } from "../../../catalog/artwork-findings.ts";
import type { PriceResult } from "../../../quotes/basket.ts";
import { COPY, priceText, problemMessage, UNCHECKED_MESSAGES } from "../copy.ts";
import { ArtworkWarnings } from "../artwork-finding-banners.tsx";
import { ArtworkField, MappedSkuField, SaveAnyway } from "../mapping-inputs.tsx";
import type { PrintSide } from "../../../ports/order-model.ts";
import { sortSides, type Draft } from "../../../catalog/mapping-drafts.ts";
import type { MappingForm } from "../use-mapping-form.ts";
import { SmallNote } from "../../common/text.tsx";
import type { Gid } from "../../../ports/gid.ts";

const text = COPY.fields;

interface MappingFieldsProps {
  gid: Gid<"ProductVariant">;
  form: MappingForm;
  /** Of the stored artwork. */
  findings: readonly ArtworkFinding[];
}

/** The fields of one variant's mapping. */
export function MappingFields({ gid, form, findings }: MappingFieldsProps) {
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
          <MappedSkuField label={text.printSku} {...bind("itemSku")} />
          <PriceLine priced={form.priced(gid)} />
        </BlockStack>
        <RequiredSides draft={draft} onChange={(requiredSides) => form.change([gid], { requiredSides })} />
      </InlineGrid>
      <BlockStack gap="100">
        <ArtworkField label={text.front} helpText={requiredHint(draft, "front")} {...bind("artworkFront")} />
        <ArtworkWarnings findings={findings} link={draft.artworkFront} />
      </BlockStack>
      <BlockStack gap="100">
        <ArtworkField label={text.back} helpText={requiredHint(draft, "back")} {...bind("artworkBack")} />
        <ArtworkWarnings findings={findings} link={draft.artworkBack} />
      </BlockStack>
      <ArtworkField label={text.mockup} noFile={text.noMockup} {...bind("mockup")} />
      <TextField label={text.note} autoComplete="off" multiline {...bind("note")} />
      <SaveAnyway
        variants={1}
        problems={problems}
        checked={form.saveAnyway(gid)}
        onChange={(saveAnyway) => form.setSaveAnyway(gid, saveAnyway)}
      />
    </BlockStack>
  );
}

function RequiredSides({ draft, onChange }: { draft: Draft; onChange(sides: PrintSide[]): void }) {
  const printsBlank = draft.requiredSides.length === 0 && draft.artworkFront === "" && draft.artworkBack === "";
  return (
    <BlockStack gap="100">
      <ChoiceList
        allowMultiple
        title={text.requiredSides}
        choices={[...text.sides]}
        selected={draft.requiredSides}
        onChange={(sides) => onChange(sortSides(sides))}
      />
      <SmallNote tone={printsBlank ? "caution" : "subdued"}>
        {printsBlank ? text.blankHint : text.requiredHint}
      </SmallNote>
    </BlockStack>
  );
}

/** The hint beside missing artwork of a required side: the order or the product may provide it. */
function requiredHint(draft: Draft, side: PrintSide): string | undefined {
  const link = side === "front" ? draft.artworkFront : draft.artworkBack;
  if (link !== "" || !draft.requiredSides.includes(side)) return undefined;
  return text.artworkHint;
}

/** The price of one unit of the SKU that was just saved, or why it is unknown. */
function PriceLine({ priced }: { priced: PriceResult | null }) {
  if (!priced || priced.status === "rejected") return null;
  const known = priced.status === "priced";
  return (
    <SmallNote tone={known || priced.status === "not_priced" ? "subdued" : "caution"}>
      {known ? priceText(priced.price) : UNCHECKED_MESSAGES[priced.status]}
    </SmallNote>
  );
}
