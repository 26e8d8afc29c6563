import type { SettingsDraft } from "../../settings/edit/settings-draft.ts";

/** What each section of the settings gets: the fields, a way to change them, and what is wrong with them. */
export interface SettingsForm {
  values: SettingsDraft;
  set<K extends keyof SettingsDraft>(key: K, value: SettingsDraft[K]): void;
  /** What is wrong with a field, or with anything in it. */
  error(path: string): string | undefined;
}
