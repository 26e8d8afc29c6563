import type { PrintAccount } from "@prisma/client";
import type { Registration, RegistrationKind } from "../../ports/print-service.ts";
import { ask, type Asked } from "./call-provider.ts";
import type { ShopActsContext } from "../../shops/context.ts";
import { countEvents, lastEvent } from "./delivery-counts.ts";
import { foreignEndpoint } from "./foreign-endpoint.ts";
import { eventsEndpoint, KINDS, notedRegistration } from "./register-webhooks.ts";

/** How one of our addresses stands at the print service. Times are ISO 8601, UTC. */
export interface RegistrationView {
  kind: RegistrationKind;
  /** Ours. */
  endpoint: string;
  /**
   * What the print service says. other: another address stands there; other_key: ours, but under another access key,
   * so that its events are refused here; unknown: it could not be asked.
   */
  found: "ours" | "other" | "other_key" | "none" | "unknown";
  otherEndpoint: string | null;
  /** A person decided to leave the other address there. */
  otherKept: boolean;
  /** Name of the header with our key, as the print service says; null where it does not. */
  header: string | null;
  /** null where the print service does not say. */
  active: boolean | null;
  registeredAt: string | null;
  /** When the last event came in, for any shop on this account. */
  lastEventAt: string | null;
  /** Events of the last 24 hours, and how many of them named no order of this account. */
  received: number;
  unknown: number;
}

/** Everything about the registrations of a shop's print account. Times are ISO 8601, UTC. */
export interface Standing {
  registrations: RegistrationView[];
  /** Shops on this account: they share its registrations. */
  shops: number;
  /** A rotation of the key that the print service does not know of everywhere yet. */
  rotatingSince: string | null;
  /** The key before the present one is accepted until then. */
  oldKeyUntil: string | null;
}

/** null without a print account. */
export async function readStanding(
  ctx: ShopActsContext,
  shop: { printAccountId: string | null },
): Promise<Standing | null> {
  const id = shop.printAccountId;
  const account = id && (await ctx.db.printAccount.findUnique({ where: { id } }));
  if (!account) return null;
  const [registrations, shops] = await Promise.all([
    readRegistrations(ctx, shop),
    ctx.db.shop.count({ where: { printAccountId: id, uninstalledAt: null } }),
  ]);
  const { eventTokenRotatingSince, previousEventTokenUntil } = account;
  const old = previousEventTokenUntil && previousEventTokenUntil > ctx.clock.now() ? previousEventTokenUntil : null;
  return {
    registrations,
    shops,
    rotatingSince: eventTokenRotatingSince?.toISOString() ?? null,
    oldKeyUntil: old?.toISOString() ?? null,
  };
}

/** Asks the print service what is registered of both kinds (service-interface 4.7, 4.8). Empty without a print account. */
export async function readRegistrations(
  ctx: ShopActsContext,
  shop: { printAccountId: string | null },
): Promise<RegistrationView[]> {
  const account = shop.printAccountId && (await ctx.db.printAccount.findUnique({ where: { id: shop.printAccountId } }));
  if (!account) return [];
  return Promise.all(KINDS.map((kind) => one(ctx, account, kind)));
}

async function one(ctx: ShopActsContext, account: PrintAccount, kind: RegistrationKind): Promise<RegistrationView> {
  const endpoint = eventsEndpoint(ctx.appUrl, account.key, kind);
  const [listed, last, counts] = await Promise.all([
    ask(() => ctx.printService.forAccount(account.id).listRegistrations(kind, endpoint)),
    lastEvent(ctx, account.key, kind),
    countEvents(ctx, account.key, kind),
  ]);
  const registeredAt = kind === "tracking" ? account.trackingRegisteredAt : account.statusRegisteredAt;
  return {
    kind,
    endpoint,
    ...judge(listed, await foreignIn(ctx, listed), endpoint, account.eventHeader),
    otherKept: notedRegistration(account, kind) === "kept",
    registeredAt: registeredAt?.toISOString() ?? null,
    lastEventAt: last?.toISOString() ?? null,
    ...counts,
  };
}

type Judged = Pick<RegistrationView, "found" | "otherEndpoint" | "header" | "active">;

const NOTHING = { otherEndpoint: null, header: null, active: null };

const foreignIn = async (ctx: ShopActsContext, listed: Asked<Registration[]>): Promise<string | null> =>
  "value" in listed ? foreignEndpoint(ctx, ctx.appUrl, listed.value) : null;

/** What the service answers when there is none is not shown: a refusal counts as none. */
function judge(listed: Asked<Registration[]>, foreign: string | null, endpoint: string, header: string): Judged {
  if ("failed" in listed && listed.failed !== "refused") return { ...NOTHING, found: "unknown" };
  const registrations = "failed" in listed ? [] : listed.value;
  const ours = registrations.find((registration) => registration.endpoint === endpoint);
  const shown = ours ?? registrations.find((one) => one.endpoint === foreign) ?? registrations[0];
  if (!shown) return { ...NOTHING, found: "none" };
  const seen = { header: shown.accessKey, active: shown.active };
  if (!ours) return { ...seen, found: "other", otherEndpoint: shown.endpoint };
  const fits = ours.accessKey === null || ours.accessKey.toLowerCase() === header.toLowerCase();
  return { ...seen, found: fits ? "ours" : "other_key", otherEndpoint: null };
}
