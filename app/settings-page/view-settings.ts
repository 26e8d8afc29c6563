import type { ShopActionsContext } from "../print-accounts/context.ts";
import { changeSettings } from "./save-settings.ts";
import { mayReadAllOrders } from "../orders/core/order-access.ts";
import { CURRENCIES } from "../settings/currencies.ts";
import { parseDraft, toDraft, type DraftErrors, type SettingsDraft } from "./settings-draft.ts";
import { settingsToReview } from "../settings/review-settings.ts";
import { unreadableSettings, type SettingName } from "../settings/settings.ts";
import type { ShopId } from "../ports/ids.ts";

export interface SettingsView {
  draft: SettingsDraft;
  /** The names of unreadable stored settings. The draft shows their defaults, which apply once they are saved. */
  unreadable: SettingName[];
  /** The notes of mappings that name line item properties, each once. */
  mappingNotes: string[];
  /** The merchant allows access to orders of more than 60 days. */
  olderOrders: boolean;
  /** Every available currency with its English name. */
  currencies: { code: string; name: string }[];
}

/** A shop's settings as an editable draft. */
export async function viewSettings(ctx: Pick<ShopActionsContext, "db">, shopId: ShopId): Promise<SettingsView> {
  const { settings, goLiveAt, timezone, scopes } = await ctx.db.shop.findUniqueOrThrow({ where: { id: shopId } });
  const notes = await ctx.db.mapping.findMany({
    where: { shopId, note: { contains: "{" } },
    distinct: ["note"],
    select: { note: true },
  });
  const names = new Intl.DisplayNames("en", { type: "currency" });
  return {
    unreadable: unreadableSettings(settings),
    mappingNotes: notes.map(({ note }) => note),
    olderOrders: mayReadAllOrders({ scopes }),
    draft: toDraft(settingsToReview(settings), goLiveAt, timezone ?? "UTC"),
    currencies: CURRENCIES.map((code) => ({ code, name: names.of(code) ?? code })),
  };
}

export type SaveDraftResult = { outcome: "saved" } | { outcome: "invalid"; errors: DraftErrors };

/** Saves the typed fields: all, or none when one is invalid. Omitted fields stay unchanged. */
export async function saveDraft(
  ctx: Pick<ShopActionsContext, "db" | "clock" | "wakeHeld">,
  shopId: ShopId,
  input: unknown,
): Promise<SaveDraftResult> {
  const { timezone } = await ctx.db.shop.findUniqueOrThrow({ where: { id: shopId }, select: { timezone: true } });
  const parsed = parseDraft(input, timezone ?? "UTC");
  if (!parsed.ok) return { outcome: "invalid", errors: parsed.errors };
  await changeSettings(ctx, shopId, parsed.change, parsed.confirmed);
  return { outcome: "saved" };
}
