import { changeSettings, type SettingsChange } from "../../../app/settings-page/save-settings.ts";
import { shopActionsContext } from "../../../app/composition/shop-context.server.ts";
import type { Rule } from "../../../app/settings/rules.ts";
import type { ShopSettings } from "../../../app/settings/settings.ts";
import { ARTWORK_PROPERTIES, IGNORED_PROPERTY, type TextRules } from "../content/line-content.ts";
import { NOTE_TEMPLATES, templateText } from "../content/note-template.ts";
import { beginChange } from "../content/timeline.ts";
import type { FaultEnvironment } from "../environment/environment.ts";
import type { RuleSet, ShopPlan, ShopRules } from "../schedule/plan.ts";
import { retryUntilDone } from "./retry-until-done.ts";
import type { SimulatedShop } from "./simulation.ts";

export const textRulesOf = ({ reviewsNames, holdsUnusedProperties }: ShopRules): TextRules => ({
  reviewed: reviewsNames ? "Name on the back" : null,
  holdsUnused: holdsUnusedProperties,
});

export const EXPRESS_METHOD = 1;

/** The settings of one of the run's shops. */
export function settingsOf(plan: ShopPlan): Partial<ShopSettings> {
  const { editWindowMinutes, notifyCustomer, showsStatus, rules, payments, cancels } = plan;
  const { reviewed, holdsUnused } = textRulesOf(rules);
  const { front, back, mockup } = ARTWORK_PROPERTIES;
  return {
    editWindowMinutes,
    notifyCustomer,
    inShopify: { tags: showsStatus, tagPrefix: "Print:", holds: showsStatus },
    noteTemplate: templateText(templateOf(rules.template)),
    personalizationProperties: reviewed === null ? [] : [reviewed],
    artworkProperties: { front: [front], back: [back], mockup: [mockup] },
    ignoredProperties: [IGNORED_PROPERTY],
    unusedProperties: holdsUnused ? "hold" : "ignore",
    testOrders: rules.holdsTestOrders ? "hold" : "print",
    payment: {
      authorized: rules.authorized,
      cash_on_delivery: rules.cashOnDelivery,
      net_terms: "when_paid",
      pay_later: "when_paid",
    },
    automaticPayment: { perDay: payments.by === "automatically" ? payments.perDay : null, perOrder: null },
    cancelAtProvider: cancels === "automatically" ? "automatically" : "by_hand",
    lateAfterDays: { waiting: 1, at_provider: 1, shipped: 1 },
    shippingRules: rules.express ? [{ contains: "express", country: "US", method: EXPRESS_METHOD }] : [],
  };
}

export const templateOf = (number: number) => NOTE_TEMPLATES[number] ?? [];

const RULES: Readonly<Record<RuleSet, Rule[]>> = {
  none: [],
  "hold several": [ruleFor("0c2f6f0e-6a5e-4c3f-9d0e-2f6f0e6a5e41", "2", { do: "hold" })],
  "at once": [ruleFor("0c2f6f0e-6a5e-4c3f-9d0e-2f6f0e6a5e42", "1", { do: "send_at_once" })],
};

function ruleFor(id: string, atLeast: string, action: Rule["action"]): Rule {
  return { id, name: id, on: true, match: "all", conditions: [{ of: "quantity", not: false, atLeast }], action };
}

/** The merchant changes what is held and what is sent at once. */
export const changeRules = (environment: FaultEnvironment, shop: SimulatedShop, rules: RuleSet): Promise<void> =>
  saveChange(environment, shop, { rules: RULES[rules] }, "the rules are saved");

/** The merchant changes what notes are made with. */
export async function changeTemplate(
  environment: FaultEnvironment,
  shop: SimulatedShop,
  number: number,
): Promise<void> {
  const { clock } = environment;
  const next = templateOf(number);
  const finish = beginChange(shop.template, next, clock.now());
  await saveChange(environment, shop, { noteTemplate: templateText(next) }, "the note template is saved");
  finish(clock.now());
}

async function saveChange(
  { services }: FaultEnvironment,
  shop: SimulatedShop,
  change: SettingsChange,
  what: string,
): Promise<void> {
  const ctx = shopActionsContext(services.core);
  await retryUntilDone(what, async () => {
    if (shop.uninstalledForGood) return;
    const { id } = await ctx.db.shop.findUniqueOrThrow({ where: { domain: shop.domain }, select: { id: true } });
    await changeSettings(ctx, id, change);
  });
}
