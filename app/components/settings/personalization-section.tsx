import { Banner, Card, Checkbox, ChoiceList, FormLayout, TextField } from "@shopify/polaris";
import { unprintedReviews } from "../../settings/note-template.ts";
import { COPY } from "./copy.ts";
import type { SettingsForm } from "./use-settings-form.ts";
import { TagField } from "./tag-field.tsx";
import { Section } from "./section.tsx";

const text = COPY.personalization;

/** What becomes of the customer's own texts on a line item. */
export function PersonalizationSection(props: { form: SettingsForm; mappingNotes: readonly string[] }) {
  const { values, set, error, bind } = props.form;
  const unprinted = unprintedReviews(values, props.mappingNotes);
  return (
    <Section id="personalization" title={text.title} description={text.description}>
      <Card>
        <FormLayout>
          <TextField
            label={text.noteTemplate}
            placeholder={text.noteTemplatePlaceholder}
            helpText={text.noteTemplateHelp}
            {...bind("noteTemplate")}
          />
          <TagField
            label={text.review}
            helpText={text.reviewHelp}
            placeholder={text.reviewPlaceholder}
            values={values.personalizationProperties}
            onChange={(names) => set("personalizationProperties", names)}
            error={error("personalizationProperties")}
          />
          {unprinted.length > 0 && (
            <Banner tone="warning" title={text.unprinted(unprinted)}>
              <p>{text.unprintedHelp}</p>
            </Banner>
          )}
          <ChoiceList
            title={text.unused}
            selected={[values.unusedProperties]}
            onChange={([chosen]) => set("unusedProperties", chosen === "ignore" ? "ignore" : "hold")}
            choices={[
              { value: "hold", label: text.unusedHold, helpText: text.unusedHoldHelp },
              { value: "ignore", label: text.unusedIgnore },
            ]}
          />
          <TagField
            label={text.ignored}
            helpText={text.ignoredHelp}
            placeholder={text.ignoredPlaceholder}
            values={values.ignoredProperties}
            onChange={(names) => set("ignoredProperties", names)}
            error={error("ignoredProperties")}
          />
          <Checkbox
            label={text.orderNotes}
            helpText={text.orderNotesHelp}
            checked={values.orderNotes === "hold"}
            onChange={(checked) => set("orderNotes", checked ? "hold" : "ignore")}
          />
          <TagField
            label={text.attributes}
            helpText={text.attributesHelp}
            placeholder={text.attributesPlaceholder}
            values={values.attributesToReview}
            onChange={(names) => set("attributesToReview", names)}
            error={error("attributesToReview")}
          />
        </FormLayout>
      </Card>
    </Section>
  );
}
