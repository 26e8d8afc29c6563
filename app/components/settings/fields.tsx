import {
  BlockStack,
  Checkbox,
  ChoiceList,
  InlineStack,
  Select,
  Tag,
  TextField,
  type TextFieldProps,
} from "@shopify/polaris";
import { useState, type KeyboardEvent } from "react";
import type { SettingsDraft } from "../../settings-page/settings-draft.ts";
import { COPY } from "./copy.ts";
import { useSetting, type SettingsForm } from "./use-settings-form.ts";

/** The settings that are of a type. */
type KeyOf<T> = { [K in keyof SettingsDraft]: SettingsDraft[K] extends T ? K : never }[keyof SettingsDraft];

interface Bound<K> {
  form: SettingsForm;
  name: K;
  label: string;
  helpText?: string;
}

type TextProps = Pick<TextFieldProps, "type" | "inputMode" | "min" | "max" | "suffix" | "placeholder">;

/** A setting that is a text. */
export function TextSetting({ form, name, ...props }: Bound<KeyOf<string>> & TextProps) {
  const { value, set, error } = useSetting(form, name);
  return (
    <TextField {...props} value={value} onChange={(typed) => set(typed as never)} error={error()} autoComplete="off" />
  );
}

interface Choice<K extends keyof SettingsDraft> {
  value: SettingsDraft[K] & string;
  label: string;
  helpText?: string;
}

/** A setting with a few values, each of which is explained. */
export function ChoiceSetting<K extends KeyOf<string>>({
  form,
  name,
  label,
  choices,
}: Bound<K> & { choices: readonly Choice<K>[] }) {
  const { value, set } = useSetting(form, name);
  return (
    <ChoiceList
      title={label}
      selected={[value]}
      onChange={([chosen]) => set(choices.find((choice) => choice.value === chosen)?.value ?? value)}
      choices={[...choices]}
    />
  );
}

/** A setting with a few values, or many. */
export function SelectSetting<K extends KeyOf<string>>({
  form,
  name,
  choices,
  ...props
}: Bound<K> & { choices: readonly Choice<K>[] }) {
  const { value, set, error } = useSetting(form, name);
  return (
    <Select
      {...props}
      options={[...choices]}
      value={value}
      onChange={(chosen) => set(choices.find((choice) => choice.value === chosen)?.value ?? value)}
      error={error()}
    />
  );
}

/** A setting that is on or off. */
export function CheckboxSetting({ form, name, ...props }: Bound<KeyOf<boolean>>) {
  const { value, set } = useSetting(form, name);
  return <Checkbox {...props} checked={value} onChange={set} />;
}

/** A setting that is a list of names. */
export function TagsSetting({ form, name, ...props }: Bound<KeyOf<string[]>> & { placeholder: string }) {
  const { value, set, error } = useSetting(form, name);
  return <TagField {...props} values={value} onChange={set} error={error()} />;
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
