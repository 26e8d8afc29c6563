import type { ShopActsContext } from "../../shops/context.ts";
import { changeSettings } from "./change-settings.ts";
import { CURRENCIES } from "../currencies.ts";
import { readDraft, toDraft, type DraftErrors, type SettingsDraft } from "../settings-draft.ts";
import { readSettings, unreadable } from "../settings.ts";

export interface SettingsView {
  draft: SettingsDraft;
  /** Stored settings that cannot be read, by name; the draft shows what stands in for them. */
  unreadable: string[];
  /** Every currency that may be chosen, with its English name. */
  currencies: { code: string; name: string }[];
}

/** A shop's settings, ready to be typed over. */
export async function viewSettings(ctx: Pick<ShopActsContext, "db">, shopId: string): Promise<SettingsView> {
  const { settings, goLiveAt, timezone } = await ctx.db.shop.findUniqueOrThrow({ where: { id: shopId } });
  const names = new Intl.DisplayNames("en", { type: "currency" });
  return {
    unreadable: unreadable(settings),
    draft: toDraft(readSettings(settings), goLiveAt, timezone ?? "UTC"),
    currencies: CURRENCIES.map((code) => ({ code, name: names.of(code) ?? code })),
  };
}

export type DraftSaved = { outcome: "saved" } | { outcome: "wrong"; errors: DraftErrors };

/** Saves the typed fields, all of them or, where one is wrong, none. Fields that are left out stay as they are. */
export async function saveDraft(
  ctx: Pick<ShopActsContext, "db" | "clock" | "wakeHeld">,
  shopId: string,
  typed: unknown,
): Promise<DraftSaved> {
  const { timezone } = await ctx.db.shop.findUniqueOrThrow({ where: { id: shopId }, select: { timezone: true } });
  const read = readDraft(typed, timezone ?? "UTC");
  if (!read.ok) return { outcome: "wrong", errors: read.errors };
  await changeSettings(ctx, shopId, read.change);
  return { outcome: "saved" };
}
