import {
  readableSettings,
  shopSettings,
  toObject,
  unreadableSettings,
  WHILE_UNREADABLE,
  type SettingName,
  type ShopSettings,
} from "./settings.ts";

/** Stands for a setting of a row that is unreadable as a whole. No setting may have this value. */
const UNREADABLE = [null];

/**
 * The settings as the merchant reviews them: unreadable ones with their defaults, approval and emails as the merchant
 * chose them. Where one of these two is unreadable itself, what applies now is shown: saved without a look, it sends nothing.
 */
export function settingsToReview(stored: unknown): ShopSettings {
  const unreadable = new Set<string>(unreadableSettings(stored));
  const cautious = Object.entries(WHILE_UNREADABLE).filter(([name]) => unreadable.has(name));
  return shopSettings.parse({ ...readableSettings(stored), ...Object.fromEntries(cautious) });
}

/**
 * The row with changed settings. The others stay as they are stored: an unreadable one stays unreadable until it is saved
 * itself. @throws ZodError for a value out of range
 */
export function changeStoredSettings(stored: unknown, change: Partial<ShopSettings>): Record<SettingName, unknown> {
  const before = toObject(stored);
  const unreadable = unreadableSettings(stored)
    .filter((name) => change[name] === undefined)
    .map((name) => [name, name in before ? before[name] : UNREADABLE]);
  return { ...shopSettings.parse({ ...readableSettings(stored), ...change }), ...Object.fromEntries(unreadable) };
}
