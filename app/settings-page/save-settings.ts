import type { Prisma } from "../../prisma/client/client.ts";
import { z } from "zod";
import { MINUTE_MS, type Clock } from "../ports/clock.ts";
import { recheckShipments } from "../orders/provider-updates/shipments.ts";
import { includeOrdersSince } from "../orders/receive/not-printed.ts";
import { rescheduleForRules } from "../orders/receive/wake-orders.ts";
import type { ShopsContext } from "../shops/context.ts";
import type { NoteAction } from "../shops/staff-actions.ts";
import { markHistoryUnverified } from "../print-accounts/print-accounts.ts";
import {
  changedSettings,
  isCurrency,
  changeStoredSettings,
  readSettings,
  shopSettings,
  settingsToReview,
  unreadableSettings,
  type SettingName,
  type ShopSettings,
} from "../settings/settings.ts";
import type { ShopId } from "../ports/ids.ts";
import { HOLDS } from "../orders/core/attention.ts";
import { SHOW_AGAIN } from "../orders/core/shopify-status.ts";
import { planAgain } from "../orders/core/sending-plan.ts";
import type { ShopActionsContext } from "../print-accounts/context.ts";

const { shape } = shopSettings;

const optionalEmail = z.union([z.literal(""), z.email().max(254)]);

/**
 * A change of some settings. Omitted settings stay, so this schema has no defaults.
 * `goLiveAt`: orders placed earlier are ignored (UTC).
 */
export const settingsChange = z
  .strictObject({
    approval: shape.approval.unwrap(),
    editWindowMinutes: shape.editWindowMinutes.unwrap(),
    sending: shape.sending.unwrap(),
    testOrders: shape.testOrders.unwrap(),
    payment: shape.payment.unwrap(),
    printableRule: shape.printableRule.unwrap(),
    artworkProperties: shape.artworkProperties.unwrap(),
    artworkMetafields: shape.artworkMetafields.unwrap(),
    printSizes: shape.printSizes.unwrap(),
    replacedArtwork: shape.replacedArtwork.unwrap(),
    personalizationProperties: shape.personalizationProperties.unwrap(),
    noteTemplate: shape.noteTemplate.unwrap(),
    ignoredProperties: shape.ignoredProperties.unwrap(),
    unusedProperties: shape.unusedProperties.unwrap(),
    orderNotes: shape.orderNotes.unwrap(),
    attributesToReview: shape.attributesToReview.unwrap(),
    shippingRules: shape.shippingRules.unwrap(),
    addressChecks: shape.addressChecks.unwrap(),
    fallbackEmail: optionalEmail,
    printServiceEmail: optionalEmail,
    fallbackPhone: shape.fallbackPhone.unwrap(),
    fulfillWhen: shape.fulfillWhen.unwrap(),
    notifyCustomer: shape.notifyCustomer.unwrap(),
    inShopify: shape.inShopify.unwrap(),
    minimumMarginPercent: shape.minimumMarginPercent.unwrap(),
    serviceCurrency: z.string().refine(isCurrency, "Not a currency of ISO 4217"),
    profit: shape.profit.unwrap(),
    fasterShippingCosts: shape.fasterShippingCosts.unwrap(),
    sellingPrices: shape.sellingPrices.unwrap(),
    lateAfterDays: shape.lateAfterDays.unwrap(),
    rules: shape.rules.unwrap(),
    nightlySkuCheck: shape.nightlySkuCheck.unwrap(),
    checkoutRates: shape.checkoutRates.unwrap(),
    automaticPayment: shape.automaticPayment.unwrap(),
    cancelAtProvider: shape.cancelAtProvider.unwrap(),
    goLiveAt: z.iso.datetime(),
  } satisfies Record<keyof ShopSettings | "goLiveAt", z.ZodType>)
  .partial();

export type SettingsChange = z.infer<typeof settingsChange>;

/** Somebody else has saved other values since those that were shown. */
export class SettingsChanged extends Error {
  override name = "SettingsChanged";
}

interface SaveOptions {
  /** Of the change, what somebody only confirmed because it was unreadable: where one was saved since, it stays. */
  confirmed?: readonly SettingName[];
  /** The rules that the change was made of. */
  seen?: ShopSettings["rules"];
  note?: NoteAction;
}

/**
 * Saves changed settings; concurrent changes of other settings stay.
 * @throws ZodError for a value out of range, SettingsChanged when other rules than those seen are stored
 */
export async function saveSettings(
  ctx: Pick<ShopsContext, "db"> & { clock: Clock },
  shopId: ShopId,
  change: SettingsChange,
  { confirmed = [], seen, note }: SaveOptions = {},
): Promise<ShopSettings> {
  const { goLiveAt, ...given } = change;
  return ctx.db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM "Shop" WHERE "id" = ${shopId}::uuid FOR UPDATE`;
    const shop = await tx.shop.findUniqueOrThrow({ where: { id: shopId }, select: { settings: true, goLiveAt: true } });
    if (seen && JSON.stringify(seen) !== JSON.stringify(settingsToReview(shop.settings).rules))
      throw new SettingsChanged();
    const unreadable = unreadableSettings(shop.settings);
    const savedSince = new Set<string>(confirmed.filter((name) => !unreadable.includes(name)));
    const wanted = Object.fromEntries(Object.entries(given).filter(([name]) => !savedSince.has(name)));
    const settings = changeStoredSettings(shop.settings, wanted) as Prisma.InputJsonObject;
    const goLive = goLiveAt ? { goLiveAt: new Date(goLiveAt) } : {};
    const changed = changedSettings(shop, { settings, goLiveAt: goLive.goLiveAt ?? shop.goLiveAt });
    if (changed.length > 0) await note?.(tx, "settings_saved", { names: changed.join(" ") });
    const isEarlier = goLive.goLiveAt !== undefined && goLive.goLiveAt < shop.goLiveAt;
    if (isEarlier) await includeOrdersSince(tx, ctx, shopId, goLive.goLiveAt);
    if (change.checkoutRates) await rewriteCarrierService(tx, ctx, shopId, change.checkoutRates.on);
    if (change.fulfillWhen) await recheckShipments(tx, ctx, shopId);
    const plan = change.sending || change.editWindowMinutes !== undefined ? planAgain(ctx) : {};
    const shown = change.inShopify ? SHOW_AGAIN : {};
    const data = {
      settings,
      ...goLive,
      ...plan,
      ...shown,
      settingsSavedAt: ctx.clock.now(),
      version: { increment: 1 },
    };
    const { printAccountId } = await tx.shop.update({ where: { id: shopId }, data });
    if (goLive.goLiveAt && printAccountId)
      await markHistoryUnverified(tx, { goLiveAt: goLive.goLiveAt, printAccountId });
    return readSettings(settings);
  });
}

/** Saves changed settings (see saveSettings) and rechecks every order on hold. @throws ZodError, SettingsChanged */
export async function changeSettings(
  ctx: Pick<ShopActionsContext, "db" | "clock" | "wakeHeld">,
  shopId: ShopId,
  change: SettingsChange,
  options?: SaveOptions,
): Promise<ShopSettings> {
  // Not in the transaction: who holds an order may wait for the shop's row. What is sent meanwhile goes by the rules that are saved.
  // Once before, for a process that dies after saving: an order of which a rule left everything out is read by nobody else.
  const soon = new Date(ctx.clock.now().getTime() + MINUTE_MS);
  if (change.rules) await rescheduleForRules(ctx, shopId, soon);
  const settings = await saveSettings(ctx, shopId, change, options);
  await ctx.wakeHeld(shopId, HOLDS);
  if (change.rules) await rescheduleForRules(ctx, shopId);
  return settings;
}

/** Shopify's carrier service is compared with the settings soon (app/checkout-rates/carrier-service.ts). */
async function rewriteCarrierService(
  tx: Prisma.TransactionClient,
  { clock }: { clock: Clock },
  shopId: ShopId,
  on: boolean,
): Promise<void> {
  const due = { dueAt: clock.now(), tries: 0 };
  const { count } = await tx.carrierService.updateMany({ where: { shopId }, data: due });
  if (count === 0 && on) await tx.carrierService.create({ data: { shopId, ...due } });
}
