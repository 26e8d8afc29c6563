import type { SettingsDraft } from "../../settings/edit/settings-draft.ts";

/** The form as each section sees it. */
export interface SettingsForm {
  values: SettingsDraft;
  set<K extends keyof SettingsDraft>(key: K, value: SettingsDraft[K]): void;
  /** The error of a field, or of any part of it. */
  error(path: string): string | undefined;
}
