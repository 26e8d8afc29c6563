import { BlockStack, Card, ChoiceList, FormLayout, TextField, Select } from "@shopify/polaris";
import { COPY } from "./copy.ts";
import type { SettingsForm } from "./use-settings-form.ts";
import { TagField } from "./personalization-section.tsx";
import { Section } from "./section.tsx";
import { Subheading, SmallNote } from "../common/text.tsx";
import { PRINT_SIDES, type PrintSide } from "../../ports/order-model.ts";
import type { PrintSizeDraft } from "../../settings-page/settings-draft.ts";

const text = COPY.artwork;

/** The sources of artwork besides mappings, and what happens when a file is replaced. */
export function ArtworkSection({ form }: { form: SettingsForm }) {
  const { values, set, error } = form;
  const { artworkProperties, artworkMetafields, replacedArtwork } = values;
  return (
    <Section id="artwork" title={text.title} description={text.description}>
      <BlockStack gap="400">
        <Card>
          <FormLayout>
            <Subheading>{text.properties}</Subheading>
            {text.sides.map(({ key, label }) => (
              <TagField
                key={key}
                label={text.property(label)}
                values={artworkProperties[key]}
                onChange={(names) => set("artworkProperties", { ...artworkProperties, [key]: names })}
                error={error(`artworkProperties.${key}`)}
              />
            ))}
          </FormLayout>
        </Card>
        <Card>
          <FormLayout>
            <Subheading>{text.metafields}</Subheading>
            {text.sides.map(({ key, label }) => (
              <TextField
                key={key}
                label={text.metafield(label)}
                placeholder={`custom.${key}_artwork`}
                value={artworkMetafields[key]}
                onChange={(typed) => set("artworkMetafields", { ...artworkMetafields, [key]: typed })}
                error={error(`artworkMetafields.${key}`)}
                helpText={key === "front" ? text.metafieldHelp : undefined}
                autoComplete="off"
                spellCheck={false}
              />
            ))}
          </FormLayout>
        </Card>
        <Card>
          <ChoiceList
            title={text.replaced}
            selected={[replacedArtwork]}
            onChange={([chosen]) => set("replacedArtwork", chosen === "tell" ? "tell" : "hold")}
            choices={[
              { value: "hold", label: text.replacedHold, helpText: text.replacedHoldHelp },
              { value: "tell", label: text.replacedNotify, helpText: text.replacedNotifyHelp },
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
