import {
  Banner,
  Card,
  Checkbox,
  ChoiceList,
  FormLayout,
  TextField,
  BlockStack,
  InlineStack,
  Tag,
} from "@shopify/polaris";
import { unprintedReviews } from "../../settings/note-template.ts";
import { COPY } from "./copy.ts";
import type { SettingsForm } from "./use-settings-form.ts";
import { Section } from "./section.tsx";
import { useState, type KeyboardEvent } from "react";

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
