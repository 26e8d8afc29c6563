import { expect } from "vitest";
import type { openOrdersWorld } from "../../../tests/support/orders-world.ts";
import { gidOf } from "../../ports/gid.ts";
import { claim, type Claim } from "./claim.ts";

export const LINE = { gid: gidOf("LineItem", "1"), sku: "TEE-BLACK-M", quantity: 2 };
export const PAYLOAD = {} as Claim["payload"];

/** Submissions of LINE that are ready, and claims to send them. */
export function claimsOf(world: Awaited<ReturnType<typeof openOrdersWorld>>) {
  async function ready() {
    const { submission, account } = await world.order([LINE], "ready");
    await world.db.submission.update({ where: { id: submission.id }, data: { sentAt: null, tries: 3 } });
    return {
      submissionId: submission.id,
      row: submission,
      lines: await world.sentLines(submission.id),
      payload: PAYLOAD,
      printAccountId: account.id,
      sentAt: null as Date | null,
      attempts: 0,
      attemptsMade: 0,
      files: [],
    };
  }
  const claimOf = (input: Awaited<ReturnType<typeof ready>>) =>
    world.db.$transaction((tx) => claim(tx, world.ctx, input));
  async function claimed(): Promise<Claim> {
    const made = await claimOf(await ready());
    return made.outcome === "claimed" ? made.claim : expect.fail("the claim was not given");
  }
  return { ready, claimOf, claimed };
}
