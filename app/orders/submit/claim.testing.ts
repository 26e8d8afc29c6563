import { expect } from "vitest";
import type { openOrdersWorld } from "../../../tests/support/orders-world.ts";
import { gidOf } from "../../ports/gid.ts";
import type { OrderId, SubmissionId } from "../../ports/ids.ts";
import { changeOrder } from "../core/change-orders.ts";
import { claim, type Claim } from "./claim.ts";

type World = Awaited<ReturnType<typeof openOrdersWorld>>;

export const LINE = { gid: gidOf("LineItem", "1"), sku: "TEE-BLACK-M", quantity: 2 };
export const PAYLOAD = {} as Claim["payload"];

/** Claims a submission that is stored; null: it is not claimed. */
export const claimStored = (
  { sql, ctx }: Pick<World, "sql" | "ctx">,
  { orderId, ...input }: Parameters<typeof claim>[2] & { orderId: OrderId },
): Promise<Claim | null> => changeOrder({ sql }, orderId, (rows) => claim(rows, ctx, input));

/** What is claimed of a submission that no attempt was made for. */
export const unsent = async (world: World, { id, orderId }: { id: SubmissionId; orderId: OrderId }) => ({
  ...{ submissionId: id, orderId, lines: await world.sentLines(id), payload: PAYLOAD, files: [] },
  ...{ sentAt: null as Date | null, attempts: 0, attemptsMade: 0 },
});

/** Submissions of LINE that are ready, and claims to send them. */
export function claimsOf(world: World) {
  async function ready() {
    const { submission, account } = await world.order([LINE], "ready");
    await world.db.submission.update({ where: { id: submission.id }, data: { sentAt: null, tries: 3 } });
    return { ...(await unsent(world, submission)), printAccountId: account.id };
  }
  const claimOf = (input: Awaited<ReturnType<typeof ready>>) => claimStored(world, input);
  const claimed = async (): Promise<Claim> => (await claimOf(await ready())) ?? expect.fail("the claim was not given");
  return { ready, claimOf, claimed };
}
