import { openOrdersWorld } from "../../support/orders-world.ts";
import { claim } from "../../../app/orders/submit/claim.ts";
import { create, recordAnswer } from "../../../app/orders/submit/send.ts";
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
      const input = {
        submissionId: submission.id,
        row: submission,
        lines: await world.sentLines(submission.id),
        payload: printOrder(),
        printAccountId: account.id,
        sentAt: null,
        attempts: 0,
        attemptsMade: 0,
        files: [],
      };
      const claimed = await world.db.$transaction((tx) => claim(tx, ctx, input));
      if (claimed.outcome !== "claimed") throw new Error("not claimed");
      const { attemptId } = claimed.claim;
      world.logLines.length = 0;
      await recordAnswer(ctx, claimed.claim, await create(ctx, claimed.claim));
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
