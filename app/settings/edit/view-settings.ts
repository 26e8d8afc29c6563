import type { ShopActionsContext } from "../../print-accounts/context.ts";
import { changeSettings } from "./change-settings.ts";
import { CURRENCIES } from "../currencies.ts";
import { parseDraft, toDraft, type DraftErrors, type SettingsDraft } from "./settings-draft.ts";
import { readSettings, unreadableSettings } from "../settings.ts";

export interface SettingsView {
  draft: SettingsDraft;
  /** Stored settings that cannot be read, by name; the draft shows what stands in for them. */
  unreadable: string[];
  /** Every currency that may be chosen, with its English name. */
  currencies: { code: string; name: string }[];
}

/** A shop's settings, ready to be typed over. */
export async function viewSettings(ctx: Pick<ShopActionsContext, "db">, shopId: string): Promise<SettingsView> {
  const { settings, goLiveAt, timezone } = await ctx.db.shop.findUniqueOrThrow({ where: { id: shopId } });
  const names = new Intl.DisplayNames("en", { type: "currency" });
  return {
    unreadable: unreadableSettings(settings),
    draft: toDraft(readSettings(settings), goLiveAt, timezone ?? "UTC"),
    currencies: CURRENCIES.map((code) => ({ code, name: names.of(code) ?? code })),
  };
}

export type SaveDraftResult = { outcome: "saved" } | { outcome: "invalid"; errors: DraftErrors };

/** Saves the typed fields, all of them or, where one is wrong, none. Fields that are left out stay as they are. */
export async function saveDraft(
  ctx: Pick<ShopActionsContext, "db" | "clock" | "wakeHeld">,
  shopId: string,
  input: unknown,
): Promise<SaveDraftResult> {
  const { timezone } = await ctx.db.shop.findUniqueOrThrow({ where: { id: shopId }, select: { timezone: true } });
  const parsed = parseDraft(input, timezone ?? "UTC");
  if (!parsed.ok) return { outcome: "invalid", errors: parsed.errors };
  await changeSettings(ctx, shopId, parsed.change);
  return { outcome: "saved" };
}
