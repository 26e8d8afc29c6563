import { isSameHash, type Encryptor } from "../encryption/encryptor.server.ts";
import { notificationChannelIdSchema, type NotificationChannelId } from "../ports/ids.ts";
import type { NotificationsContext } from "./context.ts";

type Signing = { encryptor: Pick<Encryptor, "hash"> };

const signatureOf = ({ encryptor }: Signing, id: NotificationChannelId): string =>
  encryptor.hash(`stop notifications:${id}`);

/** Where the recipient of an email stops the messages, without a login. A page asks first: a GET changes nothing. */
export const stopUrl = (ctx: Signing & Pick<NotificationsContext, "appUrl">, id: NotificationChannelId): string =>
  `${ctx.appUrl}/notifications/stop/${id}.${signatureOf(ctx, id)}`;

/** The channel that a stop link names; null: the link is not one that the app has made. */
function channelOf(ctx: Signing, token: string): NotificationChannelId | null {
  const [id = "", signature = ""] = token.split(".");
  const read = notificationChannelIdSchema.safeParse(id);
  return read.success && isSameHash(signature, signatureOf(ctx, read.data)) ? read.data : null;
}

/** What the page of a stop link shows: "gone" where the address was removed in the app. */
export async function readStopLink(
  ctx: Signing & Pick<NotificationsContext, "db">,
  token: string,
): Promise<"active" | "stopped" | "gone" | "invalid"> {
  const id = channelOf(ctx, token);
  if (!id) return "invalid";
  const channel = await ctx.db.notificationChannel.findUnique({ where: { id }, select: { stoppedAt: true } });
  if (!channel) return "gone";
  return channel.stoppedAt ? "stopped" : "active";
}

/** Stops the messages to the recipient of a link. A link that is old or invalid stops nothing, and is no error. */
export async function stopByLink(
  ctx: Signing & Pick<NotificationsContext, "db" | "clock">,
  token: string,
): Promise<void> {
  const id = channelOf(ctx, token);
  if (!id) return;
  await ctx.db.notificationChannel.updateMany({
    where: { id, stoppedAt: null },
    data: { stoppedAt: ctx.clock.now() },
  });
}
