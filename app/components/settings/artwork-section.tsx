import { BlockStack, Card, FormLayout, TextField } from "@shopify/polaris";
import { COPY } from "./copy.ts";
import type { SettingsForm } from "./use-settings-form.ts";
import { TagField } from "./tag-field.tsx";
import { Section } from "./section.tsx";
import { Subheading } from "../common/text.tsx";

const text = COPY.artwork;

/** The sources of artwork besides mappings. */
export function ArtworkSection({ form: { values, set, error } }: { form: SettingsForm }) {
  const { artworkProperties, artworkMetafields } = values;
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
      </BlockStack>
    </Section>
  );
}
