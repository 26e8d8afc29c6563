import { ForeignError } from "../../ports/errors.ts";
import type { PrintService } from "../../ports/print-service.ts";
import type { ShopsContext } from "../../shops/context.ts";
import { sealEventToken } from "../secrets.ts";
import { KINDS, registerEvents } from "./register-webhooks.ts";

/** How long after a rotation the service may still repeat events under the old token, in milliseconds. */
export const OLD_TOKEN_MS = 24 * 60 * 60 * 1000;

export type Rotated =
  | { outcome: "rotated"; oldTokenUntil: Date }
  /** The last one is too young: a third token would shut out events under the first. */
  | { outcome: "too_soon"; until: Date };

/**
 * Gives the print service a new token for its events (service-interface 4.7, 4.8), without losing one: the new token is
 * committed first and both are accepted; then both registrations are updated; then the old one ends after a while.
 * Repeating after a failure goes on with the same token, and never makes a third.
 * @throws ForeignError when the service cannot be told; both tokens count until it is
 */
export async function rotateEventKey(
  ctx: ShopsContext,
  printService: PrintService,
  accountId: string,
  appUrl: string,
): Promise<Rotated> {
  const begun = await beginRotation(ctx, accountId);
  if (begun) return begun;
  await registerEvents(ctx, printService, accountId, appUrl, { kinds: KINDS, active: "as_is" });
  return endRotation(ctx, accountId);
}

/** Null when a rotation is under way now: begun here, or before. */
async function beginRotation(ctx: ShopsContext, id: string): Promise<Rotated | null> {
  const now = ctx.clock.now();
  const token = sealEventToken(ctx, id, ctx.ids.code(40));
  return ctx.db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM "PrintAccount" WHERE "id" = ${id}::uuid FOR UPDATE`;
    const row = await tx.printAccount.findUniqueOrThrow({ where: { id } });
    if (row.eventTokenRotatingSince) return null;
    const until = row.previousEventTokenUntil;
    if (until && until > now) return { outcome: "too_soon", until };
    await tx.printAccount.update({
      where: { id },
      data: {
        eventTokenSealed: token,
        previousEventTokenSealed: row.eventTokenSealed,
        previousEventTokenUntil: null,
        eventTokenRotatingSince: now,
        version: { increment: 1 },
      },
    });
    return null;
  });
}

/** Whoever confirms first sets the end of the old token; the others find it. */
async function endRotation(ctx: ShopsContext, id: string): Promise<Rotated> {
  const oldTokenUntil = new Date(ctx.clock.now().getTime() + OLD_TOKEN_MS);
  await ctx.db.printAccount.updateMany({
    where: { id, eventTokenRotatingSince: { not: null } },
    data: { eventTokenRotatingSince: null, previousEventTokenUntil: oldTokenUntil, version: { increment: 1 } },
  });
  const row = await ctx.db.printAccount.findUniqueOrThrow({ where: { id } });
  return { outcome: "rotated", oldTokenUntil: row.previousEventTokenUntil ?? oldTokenUntil };
}

/** Goes on with rotations that broke off, and forgets old tokens whose time is over. Returns how many accounts it went on with. */
export async function tendEventKeys(ctx: ShopsContext, printService: PrintService, appUrl: string): Promise<number> {
  await ctx.db.printAccount.updateMany({
    where: { eventTokenRotatingSince: null, previousEventTokenUntil: { lte: ctx.clock.now() } },
    data: { previousEventTokenSealed: null, previousEventTokenUntil: null },
  });
  const broken = await ctx.db.printAccount.findMany({
    where: { eventTokenRotatingSince: { not: null }, refusedAt: null },
    select: { id: true },
  });
  for (const { id } of broken) {
    try {
      await rotateEventKey(ctx, printService, id, appUrl);
    } catch (error) {
      if (!(error instanceof ForeignError)) throw error;
      ctx.log.warn({ account: id, error: error.name }, "the new key of an account's events is not registered yet");
    }
  }
  return broken.length;
}
