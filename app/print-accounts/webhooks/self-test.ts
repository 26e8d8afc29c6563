import { DELIVERY_BODY } from "../../encryption/encrypted-columns.ts";
import { testReference } from "../../orders/provider-updates/record-events.ts";
import type { SendSelfTest } from "../../ports/webhooks.ts";
import type { RegistrationKind } from "../../ports/print-service.ts";
import type { ShopActionsContext } from "../context.ts";
import { acceptedWebhookSecrets } from "../secrets.ts";
import { TOPIC_BY_KIND, webhookEndpoint } from "./register-webhooks.ts";
import type { PrintAccountId } from "../../ports/ids.ts";
import type { ConnectionFailure } from "../../ports/transport.ts";
import { RemoteError, RejectedError, UnauthorizedError } from "../../ports/errors.ts";

/** `ms`: of the whole way, from here to the app's public address and back. */
export type SelfTestOutcome =
  | { outcome: "arrived"; ms: number }
  /**
   * Something answered, but no event was stored: another server has the address, or the app there uses another
   * database.
   */
  | { outcome: "elsewhere" }
  | { outcome: "answered"; httpStatus: number }
  | { outcome: "unreachable" }
  | { outcome: "timeout" }
  | { outcome: "no_account" };

const LATEST_COUNT = 50;

/**
 * Sends an event to the app's own public address, as the print service does, with the current secret: shows whether
 * events can arrive. The event has a reference of no submission and changes nothing.
 */
export async function runWebhookSelfTest(
  ctx: ShopActionsContext & { sendSelfTest: SendSelfTest },
  shop: { printAccountId: PrintAccountId | null },
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

/**
 * A 200 alone proves little: a tunnel's or a host's page answers 200, too. The event has to be among the latest stored.
 */
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
  return latest.some((row) => DELIVERY_BODY.decrypt(ctx, row)?.includes(reference));
}

/** rejected: the service refused the request or the credentials. */
export type ProviderResult<T> =
  | { outcome: "answered"; value: T }
  | { outcome: "failed"; failure: "rejected" | "unavailable"; connectionFailure: ConnectionFailure | undefined };

/** Calls the print service. @throws errors of our own */
export async function callProvider<T>(call: () => Promise<T>): Promise<ProviderResult<T>> {
  try {
    return { outcome: "answered", value: await call() };
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    const rejected = error instanceof RejectedError || error instanceof UnauthorizedError;
    return {
      outcome: "failed",
      failure: rejected ? "rejected" : "unavailable",
      connectionFailure: error.connectionFailure,
    };
  }
}
