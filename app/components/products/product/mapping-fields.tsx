import { BlockStack, ChoiceList, InlineGrid, TextField } from "@shopify/polaris";
import { lazy, Suspense } from "react";
import type { FormField } from "../../../catalog/field-problems.ts";
import type { ArtworkFinding, SideChoices } from "../../../catalog/artwork-findings.ts";
import type { SkuOffer } from "../../../catalog/catalog-skus.ts";
import type { PriceResult } from "../../../quotes/basket.ts";
import { COPY, priceText, problemMessage, UNCHECKED_MESSAGES } from "../copy.ts";
import { ArtworkWarnings } from "../artwork-finding-banners.tsx";
import { MATCHES } from "../catalog-picker-copy.ts";
import type { Matched } from "../catalog-match.tsx";
import { ArtworkField, MappedSkuField, SaveAnyway } from "../mapping-inputs.tsx";
import { sideName, type ArtworkSide, type FurtherSide } from "../../../ports/order-model.ts";
import { linkField, linkOf } from "../../../ports/sides.ts";
import { sortSides, type Draft } from "../../../catalog/mapping-drafts.ts";
import type { MappingForm } from "../use-mapping-form.ts";
import { AddSide, isFurtherSide, isPrintSide, PrintAreasCard, useSides } from "./sides.tsx";
import { SmallNote } from "../../common/text.tsx";
import type { Gid } from "../../../ports/gid.ts";

const text = COPY.fields;

interface MappingFieldsProps {
  gid: Gid<"ProductVariant">;
  form: MappingForm;
  /** Of the stored artwork. */
  findings: readonly ArtworkFinding[];
  sides: SideChoices;
  /** What print SKUs are chosen from. */
  offer: SkuOffer;
  /** What the catalog product that staff chose has for the variant; null: none was chosen. */
  matched: Matched | null;
  /** Moves to the next variant to choose for; null: there is none. */
  onNextMatch: (() => void) | null;
}

// Loaded once a catalog product was chosen.
const MatchChoice = lazy(() => import("../catalog-match.tsx").then(({ MatchChoice: choice }) => ({ default: choice })));

/** The fields of one variant's mapping. */
export function MappingFields(props: MappingFieldsProps) {
  const { gid, form, findings, sides: choices, offer, matched, onNextMatch } = props;
  const draft = form.draft(gid);
  const problems = form.problems(gid);
  const sides = useSides(draft, choices);
  const setFurther = (side: FurtherSide, link: string) =>
    form.change([gid], { artworkSides: { ...draft.artworkSides, [side]: link } });
  const bind = (field: FormField) => {
    const problem = problems[field];
    return {
      value: isFurtherSide(field) ? (draft.artworkSides[field] ?? "") : draft[field],
      onChange: (value: string) =>
        isFurtherSide(field) ? setFurther(field, value) : form.change([gid], { [field]: value }),
      onBlur: () => form.validateField(gid, field),
      error: problem && problemMessage(field, problem),
    };
  };
  return (
    <BlockStack gap="400">
      <InlineGrid columns={{ xs: 1, md: 2 }} gap="400">
        <BlockStack gap="100">
          <MappedSkuField label={text.printSku} offer={offer} {...bind("itemSku")} />
          <PriceLine priced={form.priced(gid)} />
          {matched?.match.kind === "doubtful" && (
            <Suspense>
              <MatchChoice
                label={MATCHES.choices(matched.name)}
                match={matched.match}
                sku={draft.itemSku}
                onChoose={(itemSku) => form.change([gid], { itemSku })}
                onNext={onNextMatch}
              />
            </Suspense>
          )}
        </BlockStack>
        <RequiredSides
          draft={draft}
          sides={sides.shown}
          onChange={(requiredSides) => form.change([gid], { requiredSides })}
        />
      </InlineGrid>
      {sides.shown.map((side) => (
        <BlockStack gap="100" key={side}>
          <ArtworkField
            label={`${sideName(side)} artwork`}
            helpText={requiredHint(draft, side)}
            {...bind(linkField(side))}
          />
          <ArtworkWarnings findings={findings.filter((one) => one.side === side)} link={linkOf(draft, side)} />
          {!isPrintSide(side) && !choices.further && <SmallNote tone="caution">{text.sideNotTaken}</SmallNote>}
        </BlockStack>
      ))}
      {sides.offered.length > 0 && <AddSide sides={sides.offered} onAdd={(side) => setFurther(side, "")} />}
      <PrintAreasCard draft={draft} sides={sides} pixels={choices.pixels} />
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

interface RequiredSidesProps {
  draft: Draft;
  /** Those with a field. */
  sides: readonly ArtworkSide[];
  onChange(sides: ArtworkSide[]): void;
}

function RequiredSides({ draft, sides, onChange }: RequiredSidesProps) {
  const printsBlank = draft.requiredSides.length === 0 && sides.every((side) => linkOf(draft, side) === "");
  return (
    <BlockStack gap="100">
      <ChoiceList
        allowMultiple
        title={text.requiredSides}
        choices={sides.map((side) => ({ label: sideName(side), value: side }))}
        selected={draft.requiredSides}
        onChange={(chosen) => onChange(sortSides(chosen))}
      />
      <SmallNote tone={printsBlank ? "caution" : "subdued"}>
        {printsBlank ? text.blankHint : text.requiredHint}
      </SmallNote>
    </BlockStack>
  );
}

/** The hint beside missing artwork of a required side: the order or the product may provide it. */
function requiredHint(draft: Draft, side: ArtworkSide): string | undefined {
  if (linkOf(draft, side) !== "" || !draft.requiredSides.includes(side)) return undefined;
  // Only the mapping has artwork of further sides.
  return isPrintSide(side) ? text.artworkHint : text.requiredArtwork;
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
