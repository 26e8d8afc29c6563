import { openOrdersWorld } from "../../support/orders-world.ts";
import { claimStored, unsent } from "../../../app/orders/submit/claim.testing.ts";
import { create, recordAnswers } from "../../../app/orders/submit/record-answers.ts";
import type { PrintService } from "../../../app/ports/print-service.ts";
import { printOrder } from "../../../app/print-service/print-service.testing.ts";

export interface Sent {
  state: string;
  /** The provider message that the attempt keeps for the merchant. */
  providerMessage: string | undefined;
  /** Everything that was logged on the way. */
  logged: string;
}

/** A database in which submissions are sent to a print service, as the app sends them. */
export async function submissionHarness() {
  const world = await openOrdersWorld();
  return {
    close: () => world.close(),
    async sent(printService: PrintService): Promise<Sent> {
      const { submission, account } = await world.order(
        [{ gid: "gid://shopify/LineItem/1", sku: "A", quantity: 1 }],
        "ready",
      );
      const ctx = { ...world.ctx, printService };
      const input = { ...(await unsent(world, submission)), payload: printOrder(), printAccountId: account.id };
      const claimed = await claimStored({ sql: world.sql, ctx }, input);
      if (!claimed) throw new Error("not claimed");
      const { attemptId } = claimed;
      world.logLines.length = 0;
      await recordAnswers(ctx, [{ claim: claimed, answer: await create(ctx, claimed) }]);
      const { state } = await world.db.submission.findUniqueOrThrow({ where: { id: submission.id } });
      const { messageEncrypted } = await world.db.attempt.findUniqueOrThrow({ where: { id: attemptId } });
      return {
        state,
        providerMessage: messageEncrypted
          ? ctx.encryptor.decryptText(messageEncrypted, `attempt:${attemptId}`)
          : undefined,
        logged: world.logLines.join("\n"),
      };
    },
  };
}
