import { testReference } from "../../orders/provider-updates/test-event.ts";
import type { TryDoor } from "../../ports/webhook-self-test.ts";
import type { RegistrationKind } from "../../ports/print-service.ts";
import type { ShopActsContext } from "../../shops/context.ts";
import { eventTokens } from "../secrets.ts";
import { EVENT_TOPICS, eventsEndpoint } from "./register-webhooks.ts";

/** Milliseconds are those of the whole way: from here to our public address, and until it was kept and answered. */
export type TestSent =
  | { outcome: "arrived"; ms: number }
  /** Something answered, but no event was kept: another server stands at the address, or another app's database. */
  | { outcome: "elsewhere" }
  | { outcome: "answered"; httpStatus: number }
  | { outcome: "unreachable" }
  | { outcome: "timeout" }
  | { outcome: "no_account" };

const LATEST = 50;

/**
 * Sends an event to our own public address, through the door that the print service uses, with the key that it has:
 * shows whether its calls can arrive. The event names a reference of nobody and changes nothing.
 */
export async function sendTestEvent(
  ctx: ShopActsContext & { tryDoor: TryDoor },
  shop: { printAccountId: string | null },
  kind: RegistrationKind,
): Promise<TestSent> {
  const account = shop.printAccountId && (await ctx.db.printAccount.findUnique({ where: { id: shop.printAccountId } }));
  if (!account) return { outcome: "no_account" };
  const reference = testReference(ctx.ids.code(16));
  const answer = await ctx.tryDoor({
    kind,
    endpoint: eventsEndpoint(ctx.appUrl, account.key, kind),
    accessKey: account.eventHeader,
    accessToken: eventTokens(ctx, account, ctx.clock.now())[0] ?? "",
    reference,
  });
  if ("failed" in answer) return { outcome: answer.failed };
  if (answer.httpStatus !== 200) return { outcome: "answered", httpStatus: answer.httpStatus };
  const kept = await wasKept(ctx, { accountKey: account.key, topic: EVENT_TOPICS[kind], reference });
  return kept ? { outcome: "arrived", ms: answer.ms } : { outcome: "elsewhere" };
}

/** A 200 alone proves little: a tunnel's or a hoster's page answers it, too. The event has to be among the latest kept. */
async function wasKept(
  ctx: ShopActsContext,
  { accountKey, topic, reference }: { accountKey: string; topic: string; reference: string },
): Promise<boolean> {
  const latest = await ctx.db.delivery.findMany({
    where: { source: "print_service", scope: accountKey, topic, bodySealed: { not: null } },
    orderBy: { deliveryId: "desc" },
    take: LATEST,
    select: { id: true, bodySealed: true },
  });
  return latest.some(({ id, bodySealed }) =>
    ctx.seal.open(bodySealed ?? new Uint8Array(), `delivery:${id}`).includes(reference),
  );
}
