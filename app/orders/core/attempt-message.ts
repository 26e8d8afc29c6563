import type { Attempt } from "@prisma/client";
import type { OrdersContext } from "./context.ts";

/** The print service's message to an attempt; null without one, or after its erasure. @throws DecryptionError */
export const decryptAttemptMessage = (
  ctx: Pick<OrdersContext, "encryptor">,
  { id, messageEncrypted }: Pick<Attempt, "id" | "messageEncrypted">,
): string | null => (messageEncrypted ? ctx.encryptor.decryptText(messageEncrypted, `attempt:${id}`) : null);
