import { BlockStack, Card, ChoiceList, FormLayout, TextField } from "@shopify/polaris";
import { COPY } from "./copy.ts";
import type { SettingsForm } from "./use-settings-form.ts";
import { PrintSizeCard } from "./print-size-card.tsx";
import { TagField } from "./tag-field.tsx";
import { Section } from "./section.tsx";
import { Subheading } from "../common/text.tsx";

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
