import { setTimeout as wait } from "node:timers/promises";
import type { PrismaClient } from "../../prisma/client/client.ts";
import type { SingleFlight } from "../ports/single-flight.ts";
import type { Clock, Ids } from "../ports/clock.ts";
import { UnavailableError } from "../ports/errors.ts";

interface LeaseContext {
  db: PrismaClient;
  clock: Clock;
  ids: Ids;
}

/**
 * Runs `work` while holding the lease of that name, unless another holder has it. The lease of a crashed holder ends
 * after `ttlMs`.
 */
export async function withLease<T>(
  ctx: LeaseContext,
  name: string,
  ttlMs: number,
  work: () => Promise<T>,
): Promise<{ held: true; value: T } | { held: false }> {
  const holder = ctx.ids.uuid();
  const now = ctx.clock.now();
  const until = new Date(now.getTime() + ttlMs);
  const acquired = await ctx.db.$executeRaw`
    INSERT INTO "Lease" ("name", "holder", "until") VALUES (${name}, ${holder}::uuid, ${until})
    ON CONFLICT ("name") DO UPDATE SET "holder" = EXCLUDED."holder", "until" = EXCLUDED."until"
    WHERE "Lease"."until" <= ${now}`;
  if (acquired !== 1) return { held: false };
  try {
    return { held: true, value: await work() };
  } finally {
    await ctx.db.lease.deleteMany({ where: { name, holder } });
  }
}

const POLL_MS = 50;

/** SingleFlight over leases. `ttlMs` is longer than a renewal may take; a caller waits at most twice as long. */
export function createSingleFlight(ctx: LeaseContext, ttlMs: number): SingleFlight {
  return async (name, work) => {
    for (let waited = 0; waited <= ttlMs * 2; waited += POLL_MS) {
      const ready = await work.existing();
      if (ready !== null) return ready;
      // Another caller may have finished before the lease was taken.
      const leased = await withLease(ctx, name, ttlMs, async () => (await work.existing()) ?? (await work.renew()));
      if (leased.held) return leased.value;
      await wait(POLL_MS);
    }
    throw new UnavailableError(`another process has been at ${name} for too long`);
  };
}
