import { BlockStack, Card, FormLayout, Text, TextField } from "@shopify/polaris";
import type { SettingsForm } from "./settings-form.ts";
import { TagField } from "./tag-field.tsx";
import { Section } from "./section.tsx";

const SIDES = [
  { key: "front", label: "Front" },
  { key: "back", label: "Back" },
  { key: "mockup", label: "Mockup" },
] as const;

/** Where artwork comes from besides the mappings, and which lines a person looks at first. */
export function ArtworkSection({ form: { values, set, error } }: { form: SettingsForm }) {
  const { artworkProperties, artworkMetafields } = values;
  return (
    <Section
      id="artwork"
      title="Artwork and personalization"
      description="The link to a side's artwork is taken from the line item properties first, then from the mapping, then from the product's metafields."
    >
      <BlockStack gap="400">
        <Card>
          <FormLayout>
            <Text as="h3" variant="headingSm">
              Line item properties with artwork links
            </Text>
            {SIDES.map(({ key, label }) => (
              <TagField
                key={key}
                label={`${label} properties`}
                values={artworkProperties[key]}
                onChange={(names) => set("artworkProperties", { ...artworkProperties, [key]: names })}
                error={error(`artworkProperties.${key}`)}
              />
            ))}
          </FormLayout>
        </Card>
        <Card>
          <FormLayout>
            <Text as="h3" variant="headingSm">
              Product metafields with artwork links
            </Text>
            {SIDES.map(({ key, label }) => (
              <TextField
                key={key}
                label={`${label} metafield`}
                placeholder={`custom.${key}_artwork`}
                value={artworkMetafields[key]}
                onChange={(text) => set("artworkMetafields", { ...artworkMetafields, [key]: text })}
                error={error(`artworkMetafields.${key}`)}
                helpText={key === "front" ? "Namespace and key, with a dot between. Empty: not used." : undefined}
                autoComplete="off"
                spellCheck={false}
              />
            ))}
          </FormLayout>
        </Card>
        <Card>
          <TagField
            label="Personalization properties"
            helpText="An order with one of these line item properties waits until somebody has looked at it and approved it."
            placeholder="Name on the back"
            values={values.personalizationProperties}
            onChange={(names) => set("personalizationProperties", names)}
            error={error("personalizationProperties")}
          />
        </Card>
      </BlockStack>
    </Section>
  );
}
