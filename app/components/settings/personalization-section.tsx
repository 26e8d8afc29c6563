import {
  BlockStack,
  Card,
  ChoiceList,
  FormLayout,
  TextField,
  Select,
  Banner,
  Checkbox,
  InlineStack,
  Tag,
} from "@shopify/polaris";
import { useState, type KeyboardEvent } from "react";
import { COPY } from "./copy.ts";
import type { SettingsForm } from "./use-settings-form.ts";
import { Section } from "./section.tsx";
import { Subheading, SmallNote } from "../common/text.tsx";
import { PRINT_SIDES, type PrintSide } from "../../ports/order-model.ts";
import type { PrintSizeDraft } from "../../settings-page/settings-draft.ts";
import { unprintedReviews } from "../../settings/note-template.ts";

const artworkText = COPY.artwork;

/** The sources of artwork besides mappings, and what happens when a file is replaced. */
export function ArtworkSection({ form }: { form: SettingsForm }) {
  const { values, set, error } = form;
  const { artworkProperties, artworkMetafields, replacedArtwork } = values;
  return (
    <Section id="artwork" title={artworkText.title} description={artworkText.description}>
      <BlockStack gap="400">
        <Card>
          <FormLayout>
            <Subheading>{artworkText.properties}</Subheading>
            {artworkText.sides.map(({ key, label }) => (
              <TagField
                key={key}
                label={artworkText.property(label)}
                values={artworkProperties[key]}
                onChange={(names) => set("artworkProperties", { ...artworkProperties, [key]: names })}
                error={error(`artworkProperties.${key}`)}
              />
            ))}
          </FormLayout>
        </Card>
        <Card>
          <FormLayout>
            <Subheading>{artworkText.metafields}</Subheading>
            {artworkText.sides.map(({ key, label }) => (
              <TextField
                key={key}
                label={artworkText.metafield(label)}
                placeholder={`custom.${key}_artwork`}
                value={artworkMetafields[key]}
                onChange={(typed) => set("artworkMetafields", { ...artworkMetafields, [key]: typed })}
                error={error(`artworkMetafields.${key}`)}
                helpText={key === "front" ? artworkText.metafieldHelp : undefined}
                autoComplete="off"
                spellCheck={false}
              />
            ))}
          </FormLayout>
        </Card>
        <Card>
          <ChoiceList
            title={artworkText.replaced}
            selected={[replacedArtwork]}
            onChange={([chosen]) => set("replacedArtwork", chosen === "tell" ? "tell" : "hold")}
            choices={[
              { value: "hold", label: artworkText.replacedHold, helpText: artworkText.replacedHoldHelp },
              { value: "tell", label: artworkText.replacedNotify, helpText: artworkText.replacedNotifyHelp },
            ]}
          />
        </Card>
        <PrintSizeCard form={form} />
      </BlockStack>
    </Section>
  );
}

const sizesText = COPY.artwork.sizes;

/** How large each side is printed, for the warnings beside print files. */
function PrintSizeCard({ form: { values, set, error } }: { form: SettingsForm }) {
  const { printSizes } = values;
  const field = (side: PrintSide, part: keyof PrintSizeDraft) => (
    <TextField
      label={sizesText[part](side)}
      inputMode="decimal"
      suffix={printSizes.unit}
      value={printSizes[side][part]}
      onChange={(typed) => set("printSizes", { ...printSizes, [side]: { ...printSizes[side], [part]: typed } })}
      error={error(`printSizes.${side}.${part}`)}
      autoComplete="off"
    />
  );
  return (
    <Card>
      <FormLayout>
        <Subheading>{sizesText.title}</Subheading>
        <SmallNote>{sizesText.help}</SmallNote>
        {PRINT_SIDES.map((side) => (
          <FormLayout.Group key={side} condensed>
            {field(side, "width")}
            {field(side, "height")}
          </FormLayout.Group>
        ))}
        <FormLayout.Group condensed>
          <Select
            label={sizesText.unit}
            options={[...sizesText.units]}
            value={printSizes.unit}
            onChange={(unit) => set("printSizes", { ...printSizes, unit: unit === "cm" ? "cm" : "in" })}
          />
          <TextField
            label={sizesText.wantedDpi}
            inputMode="numeric"
            suffix="dpi"
            value={printSizes.wantedDpi}
            onChange={(wantedDpi) => set("printSizes", { ...printSizes, wantedDpi })}
            error={error("printSizes.wantedDpi")}
            autoComplete="off"
          />
        </FormLayout.Group>
      </FormLayout>
    </Card>
  );
}

const personalizationText = COPY.personalization;

/** What becomes of the customer's own texts on a line item. */
export function PersonalizationSection(props: { form: SettingsForm; mappingNotes: readonly string[] }) {
  const { values, set, error, bind } = props.form;
  const unprinted = unprintedReviews(values, props.mappingNotes);
  return (
    <Section id="personalization" title={personalizationText.title} description={personalizationText.description}>
      <Card>
        <FormLayout>
          <TextField
            label={personalizationText.noteTemplate}
            placeholder={personalizationText.noteTemplatePlaceholder}
            helpText={personalizationText.noteTemplateHelp}
            {...bind("noteTemplate")}
          />
          <TagField
            label={personalizationText.review}
            helpText={personalizationText.reviewHelp}
            placeholder={personalizationText.reviewPlaceholder}
            values={values.personalizationProperties}
            onChange={(names) => set("personalizationProperties", names)}
            error={error("personalizationProperties")}
          />
          {unprinted.length > 0 && (
            <Banner tone="warning" title={personalizationText.unprinted(unprinted)}>
              <p>{personalizationText.unprintedHelp}</p>
            </Banner>
          )}
          <ChoiceList
            title={personalizationText.unused}
            selected={[values.unusedProperties]}
            onChange={([chosen]) => set("unusedProperties", chosen === "ignore" ? "ignore" : "hold")}
            choices={[
              { value: "hold", label: personalizationText.unusedHold, helpText: personalizationText.unusedHoldHelp },
              { value: "ignore", label: personalizationText.unusedIgnore },
            ]}
          />
          <TagField
            label={personalizationText.ignored}
            helpText={personalizationText.ignoredHelp}
            placeholder={personalizationText.ignoredPlaceholder}
            values={values.ignoredProperties}
            onChange={(names) => set("ignoredProperties", names)}
            error={error("ignoredProperties")}
          />
          <Checkbox
            label={personalizationText.orderNotes}
            helpText={personalizationText.orderNotesHelp}
            checked={values.orderNotes === "hold"}
            onChange={(checked) => set("orderNotes", checked ? "hold" : "ignore")}
          />
          <TagField
            label={personalizationText.attributes}
            helpText={personalizationText.attributesHelp}
            placeholder={personalizationText.attributesPlaceholder}
            values={values.attributesToReview}
            onChange={(names) => set("attributesToReview", names)}
            error={error("attributesToReview")}
          />
        </FormLayout>
      </Card>
    </Section>
  );
}

interface TagFieldProps {
  label: string;
  values: readonly string[];
  onChange(values: string[]): void;
  helpText?: string;
  error?: string | undefined;
  placeholder?: string;
}

/** Tags. Enter, a comma or leaving the field adds a tag; Backspace in the empty field removes the last one. */
export function TagField({ label, values, onChange, helpText, error, placeholder }: TagFieldProps) {
  const [typed, setTyped] = useState("");
  const add = (text: string) => {
    setTyped("");
    const added = withTags(values, text);
    if (added.length > values.length) onChange(added);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter") {
      event.preventDefault();
      add(typed);
    }
    if (event.key === "Backspace" && typed === "" && values.length > 0) onChange(values.slice(0, -1));
  };
  return (
    <BlockStack gap="200">
      <div onKeyDown={onKeyDown}>
        <TextField
          label={label}
          value={typed}
          onChange={(text) => (text.includes(",") ? add(text) : setTyped(text))}
          onBlur={() => add(typed)}
          autoComplete="off"
          helpText={helpText}
          error={error}
          placeholder={placeholder ?? COPY.tags.placeholder}
        />
      </div>
      {values.length > 0 && (
        <InlineStack gap="200">
          {values.map((value) => (
            <Tag key={value} onRemove={() => onChange(values.filter((other) => other !== value))}>
              {value}
            </Tag>
          ))}
        </InlineStack>
      )}
    </BlockStack>
  );
}

/** Adds the comma-separated tags of a text. Tags that differ only in case are duplicates. */
export function withTags(values: readonly string[], text: string): string[] {
  const all = [...values];
  for (const part of text.split(",").map((piece) => piece.trim())) {
    if (part && !all.some((value) => value.toLowerCase() === part.toLowerCase())) all.push(part);
  }
  return all;
}
