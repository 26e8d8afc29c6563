import { Banner, BlockStack, Card, Checkbox, FormLayout, Select, TextField } from "@shopify/polaris";
import { PRINT_SIDES, type PrintSide } from "../../ports/order-model.ts";
import type { PrintSizeDraft } from "../../settings-page/settings-draft.ts";
import { unprintedReviews } from "../../settings/note-template.ts";
import { SmallNote, Subheading } from "../common/text.tsx";
import { COPY } from "./copy.ts";
import { ChoiceSetting, TagsSetting, TextSetting } from "./fields.tsx";
import { Section } from "./section.tsx";
import { TagField } from "./tag-field.tsx";
import { useSetting, type SettingsForm } from "./use-settings-form.ts";

const artworkText = COPY.artwork;

/** The sources of artwork besides mappings, and what happens when a file is replaced. */
export function ArtworkPage({ form }: { form: SettingsForm }) {
  return (
    <Section id="artwork" title={artworkText.title} description={artworkText.description}>
      <BlockStack gap="400">
        <ArtworkPropertiesCard form={form} />
        <ArtworkMetafieldsCard form={form} />
        <Card>
          <ChoiceSetting
            form={form}
            name="replacedArtwork"
            label={artworkText.replaced}
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

function ArtworkPropertiesCard({ form }: { form: SettingsForm }) {
  const { value, set, error } = useSetting(form, "artworkProperties");
  return (
    <Card>
      <FormLayout>
        <Subheading>{artworkText.properties}</Subheading>
        {artworkText.sides.map(({ key, label }) => (
          <TagField
            key={key}
            label={artworkText.property(label)}
            values={value[key]}
            onChange={(names) => set({ ...value, [key]: names })}
            error={error(key)}
          />
        ))}
      </FormLayout>
    </Card>
  );
}

function ArtworkMetafieldsCard({ form }: { form: SettingsForm }) {
  const { value, set, error } = useSetting(form, "artworkMetafields");
  return (
    <Card>
      <FormLayout>
        <Subheading>{artworkText.metafields}</Subheading>
        {artworkText.sides.map(({ key, label }) => (
          <TextField
            key={key}
            label={artworkText.metafield(label)}
            placeholder={`custom.${key}_artwork`}
            value={value[key]}
            onChange={(typed) => set({ ...value, [key]: typed })}
            error={error(key)}
            helpText={key === "front" ? artworkText.metafieldHelp : undefined}
            autoComplete="off"
            spellCheck={false}
          />
        ))}
      </FormLayout>
    </Card>
  );
}

const sizesText = COPY.artwork.sizes;

/** How large each side is printed, for the warnings beside print files. */
function PrintSizeCard({ form }: { form: SettingsForm }) {
  const { value, set, error } = useSetting(form, "printSizes");
  const field = (side: PrintSide, part: keyof PrintSizeDraft) => (
    <TextField
      label={sizesText[part](side)}
      inputMode="decimal"
      suffix={value.unit}
      value={value[side][part]}
      onChange={(typed) => set({ ...value, [side]: { ...value[side], [part]: typed } })}
      error={error(`${side}.${part}`)}
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
            value={value.unit}
            onChange={(unit) => set({ ...value, unit: unit === "cm" ? "cm" : "in" })}
          />
          <TextField
            label={sizesText.wantedDpi}
            inputMode="numeric"
            suffix="dpi"
            value={value.wantedDpi}
            onChange={(wantedDpi) => set({ ...value, wantedDpi })}
            error={error("wantedDpi")}
            autoComplete="off"
          />
        </FormLayout.Group>
      </FormLayout>
    </Card>
  );
}

const text = COPY.personalization;

/** What becomes of the customer's own texts on a line item, and of the notes of an order. */
export function PersonalizationPage({ form, mappingNotes }: { form: SettingsForm; mappingNotes: readonly string[] }) {
  return (
    <Section id="personalization" title={text.title} description={text.description}>
      <Card>
        <FormLayout>
          <TextSetting
            form={form}
            name="noteTemplate"
            label={text.noteTemplate}
            placeholder={text.noteTemplatePlaceholder}
            helpText={text.noteTemplateHelp}
          />
          <BlockStack gap="400">
            <TagsSetting
              form={form}
              name="personalizationProperties"
              label={text.review}
              helpText={text.reviewHelp}
              placeholder={text.reviewPlaceholder}
            />
            <UnprintedBanner form={form} mappingNotes={mappingNotes} />
          </BlockStack>
          <ChoiceSetting
            form={form}
            name="unusedProperties"
            label={text.unused}
            choices={[
              { value: "hold", label: text.unusedHold, helpText: text.unusedHoldHelp },
              { value: "ignore", label: text.unusedIgnore },
            ]}
          />
          <TagsSetting
            form={form}
            name="ignoredProperties"
            label={text.ignored}
            helpText={text.ignoredHelp}
            placeholder={text.ignoredPlaceholder}
          />
          <OrderNotes form={form} />
          <TagsSetting
            form={form}
            name="attributesToReview"
            label={text.attributes}
            helpText={text.attributesHelp}
            placeholder={text.attributesPlaceholder}
          />
        </FormLayout>
      </Card>
    </Section>
  );
}

/** Warns of properties to review whose text no print note has. */
function UnprintedBanner({ form, mappingNotes }: { form: SettingsForm; mappingNotes: readonly string[] }) {
  const { value: noteTemplate } = useSetting(form, "noteTemplate");
  const { value: personalizationProperties } = useSetting(form, "personalizationProperties");
  const { value: artworkProperties } = useSetting(form, "artworkProperties");
  const unprinted = unprintedReviews({ noteTemplate, personalizationProperties, artworkProperties }, mappingNotes);
  if (unprinted.length === 0) return null;
  return (
    <Banner tone="warning" title={text.unprinted(unprinted)}>
      <p>{text.unprintedHelp}</p>
    </Banner>
  );
}

function OrderNotes({ form }: { form: SettingsForm }) {
  const { value, set } = useSetting(form, "orderNotes");
  return (
    <Checkbox
      label={text.orderNotes}
      helpText={text.orderNotesHelp}
      checked={value === "hold"}
      onChange={(checked) => set(checked ? "hold" : "ignore")}
    />
  );
}
