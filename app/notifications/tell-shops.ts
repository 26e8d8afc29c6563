import { openMessages } from "./collect.ts";
import type { NotificationsContext } from "./context.ts";
import { sendDueMessages } from "./send.ts";

/** Tells shops outside the app what needs a person: makes the messages that are due, and sends them. */
export async function tellShops(ctx: NotificationsContext): Promise<void> {
  await openMessages(ctx);
  await sendDueMessages(ctx);
}
