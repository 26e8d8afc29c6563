import { testReference } from "../../orders/provider-updates/test-event.ts";
import type { SendSelfTest } from "../../ports/webhook-self-test.ts";
import type { RegistrationKind } from "../../ports/print-service.ts";
import type { ShopActionsContext } from "../context.ts";
import { acceptedWebhookSecrets } from "../secrets.ts";
import { TOPIC_BY_KIND, webhookEndpoint } from "./register-webhooks.ts";

/** Milliseconds are those of the whole way: from here to our public address, and until it was kept and answered. */
export type SelfTestOutcome =
  | { outcome: "arrived"; ms: number }
  /** Something answered, but no event was kept: another server stands at the address, or another app's database. */
  | { outcome: "elsewhere" }
  | { outcome: "answered"; httpStatus: number }
  | { outcome: "unreachable" }
  | { outcome: "timeout" }
  | { outcome: "no_account" };

const LATEST_COUNT = 50;

/**
 * Sends an event to our own public address, through the door that the print service uses, with the key that it has:
 * shows whether its calls can arrive. The event names a reference of nobody and changes nothing.
 */
export async function runWebhookSelfTest(
  ctx: ShopActionsContext & { sendSelfTest: SendSelfTest },
  shop: { printAccountId: string | null },
  kind: RegistrationKind,
): Promise<SelfTestOutcome> {
  const account = shop.printAccountId && (await ctx.db.printAccount.findUnique({ where: { id: shop.printAccountId } }));
  if (!account) return { outcome: "no_account" };
  const reference = testReference(ctx.ids.code(16));
  const answer = await ctx.sendSelfTest({
    kind,
    endpoint: webhookEndpoint(ctx.appUrl, account.key, kind),
    accessKey: account.webhookHeader,
    accessToken: acceptedWebhookSecrets(ctx, account, ctx.clock.now())[0] ?? "",
    reference,
  });
  if ("failed" in answer) return { outcome: answer.failed };
  if (answer.httpStatus !== 200) return { outcome: "answered", httpStatus: answer.httpStatus };
  const persisted = await wasPersisted(ctx, { accountKey: account.key, topic: TOPIC_BY_KIND[kind], reference });
  return persisted ? { outcome: "arrived", ms: answer.ms } : { outcome: "elsewhere" };
}

/** A 200 alone proves little: a tunnel's or a hoster's page answers it, too. The event has to be among the latest kept. */
async function wasPersisted(
  ctx: ShopActionsContext,
  { accountKey, topic, reference }: { accountKey: string; topic: string; reference: string },
): Promise<boolean> {
  const latest = await ctx.db.webhookDelivery.findMany({
    where: { source: "print_service", scope: accountKey, topic, bodyEncrypted: { not: null } },
    orderBy: { deliveryId: "desc" },
    take: LATEST_COUNT,
    select: { id: true, bodyEncrypted: true },
  });
  return latest.some(({ id, bodyEncrypted }) =>
    ctx.encryptor.decrypt(bodyEncrypted ?? new Uint8Array(), `delivery:${id}`).includes(reference),
  );
}
