import { Checkbox, ChoiceList, Select, TextField, type TextFieldProps } from "@shopify/polaris";
import type { SettingsDraft } from "../../settings-page/settings-draft.ts";
import { TagField } from "./tag-field.tsx";
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
