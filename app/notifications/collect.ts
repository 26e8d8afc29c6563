import { HOUR_MS, MINUTE_MS } from "../ports/clock.ts";
import { errorName } from "../ports/errors.ts";
import type { NotificationChannelId } from "../ports/ids.ts";
import { Prisma } from "../../prisma/client/client.ts";
import type { Tx } from "../database/sql.ts";
import { dueNow } from "../orders/core/reschedule.ts";
import { EVERY_WEEKDAY } from "../settings/sending-modes.ts";
import { nextSendingTime } from "../settings/sending-times.ts";
import type { NotificationsContext } from "./context.ts";
import { TOPIC_ROWS, type MessageSubject, type Topic } from "../orders/core/topics.ts";

/**
 * An event is stored with the time at which its transaction began to write. It is seen at its commit, some time later: events are
 * looked for from so long before the last look.
 */
const OVERLAP_MS = 2 * MINUTE_MS;
/** The last look of a channel is stored this often. */
const LOOK_STORED_EVERY_MS = MINUTE_MS;
/** Between two messages of a channel about one topic. */
export const QUIET_MS = HOUR_MS;
/** Channels of one run. */
const CHANNELS_AT_ONCE = 200;

/** As the partial index of these events names them. Attention that needs nobody makes no event. */
const TOLD = Prisma.raw(`'order_attention', 'sku_rejected', 'sku_cost_changed'`);

type CollectContext = Pick<NotificationsContext, "sql" | "clock" | "ids" | "log">;

/** Gives each channel the new events of its topics, each once. Two processes that do it together do it once. */
async function collectEvents({ sql, clock }: CollectContext): Promise<void> {
  const now = clock.now();
  const { codes, topics } = TOPIC_ROWS;
  await sql.execute`
    WITH found AS (
      SELECT c."id" AS "channelId", f."id" AS "eventId", told."topic" FROM "NotificationChannel" c
        JOIN "Shop" s ON s."id" = c."shopId" AND s."uninstalledAt" IS NULL
        JOIN "FlowEvent" f ON f."shopId" = c."shopId" AND f."trigger" IN (${TOLD})
          AND f."createdAt" >= GREATEST(c."createdAt", c."collectedUntil" - make_interval(secs => ${OVERLAP_MS / 1000}))
        LEFT JOIN "Attention" a ON a."id" = f."subjectId"
        CROSS JOIN LATERAL (SELECT CASE WHEN f."orderId" IS NULL THEN ${"artwork" satisfies Topic} ELSE (
          SELECT known."topic" FROM unnest(${[...codes]}::text[], ${[...topics]}::text[]) AS known("code", "topic")
          WHERE known."code" = a."code") END AS "topic") AS told
      WHERE c."stoppedAt" IS NULL AND told."topic" = ANY(c."atOnce" || c."daily")
        AND NOT EXISTS (SELECT FROM "NotificationItem" i WHERE i."channelId" = c."id" AND i."eventId" = f."id"))
    INSERT INTO "NotificationItem" ("channelId", "eventId", "topic", "createdAt")
    SELECT "channelId", "eventId", "topic", ${now} FROM found
    ON CONFLICT DO NOTHING`;
  await sql.execute`
    UPDATE "NotificationChannel" SET "collectedUntil" = ${now}
    WHERE "collectedUntil" < ${new Date(now.getTime() - LOOK_STORED_EVERY_MS)}`;
}

/** A message of the subject is under way, or one came, or may have come, within the hour. */
const isTold = (channelId: Prisma.Sql, subject: Prisma.Sql, now: Date): Prisma.Sql => Prisma.sql`EXISTS (
  SELECT FROM "NotificationMessage" m WHERE m."channelId" = ${channelId} AND m."subject" = ${subject} AND (m."settledAt" IS NULL
    OR m."outcome" IN ('sent', 'uncertain') AND m."settledAt" > ${new Date(now.getTime() - QUIET_MS)}))`;

/**
 * Collects new events, and makes the messages that are due: of each topic that is told at once, unless one came within the hour, and
 * the daily digests. Does not send them.
 */
export async function openMessages(ctx: CollectContext): Promise<void> {
  await collectEvents(ctx);
  const now = ctx.clock.now();
  const due = await ctx.sql.query<{ id: NotificationChannelId }>`
    SELECT c."id" FROM "NotificationChannel" c JOIN "Shop" s ON s."id" = c."shopId" AND s."uninstalledAt" IS NULL
    WHERE c."stoppedAt" IS NULL AND c."rejectedAt" IS NULL AND (c."digestDueAt" <= ${now} OR EXISTS (
      SELECT FROM "NotificationItem" i WHERE i."channelId" = c."id" AND i."messageId" IS NULL AND i."topic" = ANY(c."atOnce")
        AND NOT ${isTold(Prisma.sql`c."id"`, Prisma.sql`i."topic"`, now)}))
    ORDER BY c."id" LIMIT ${CHANNELS_AT_ONCE}`;
  for (const { id } of due) {
    try {
      await ctx.sql.transaction((tx) => openMessagesOf(ctx, tx, id));
    } catch (error) {
      // The others are told all the same, and this one with the next run.
      ctx.log.error({ channel: id, error: errorName(error) }, "no notifications for a channel");
    }
  }
}

/** The next instant at which the shop's clock shows that time (`08:00`). */
export const nextDigest = (now: Date, digestTime: string, timezone: string): Date =>
  nextSendingTime({ times: [digestTime], weekdays: [...EVERY_WEEKDAY] }, timezone, new Date(now.getTime() + 1));

interface DueChannel {
  atOnce: Topic[];
  daily: Topic[];
  digestTime: string;
  digestDueAt: Date | null;
  timezone: string | null;
}

/**
 * The channel is locked, and then asked again: the statement that found it may be older than a message that another process has made,
 * and even sent, meanwhile.
 */
async function openMessagesOf(ctx: CollectContext, tx: Tx, id: NotificationChannelId): Promise<void> {
  const now = ctx.clock.now();
  const [channel] = await tx.query<DueChannel>`
    SELECT c."atOnce", c."daily", c."digestTime", c."digestDueAt", s."timezone" FROM "NotificationChannel" c
      JOIN "Shop" s ON s."id" = c."shopId"
    WHERE c."id" = ${id}::uuid AND c."stoppedAt" IS NULL AND c."rejectedAt" IS NULL FOR UPDATE OF c SKIP LOCKED`;
  if (!channel) return;
  const topics = await tx.query<{ topic: Topic }>`
    SELECT DISTINCT i."topic" FROM "NotificationItem" i
    WHERE i."channelId" = ${id}::uuid AND i."messageId" IS NULL AND i."topic" = ANY(${channel.atOnce}::text[])
      AND NOT ${isTold(Prisma.sql`${id}::uuid`, Prisma.sql`i."topic"`, now)}`;
  for (const { topic } of topics) await openMessage(ctx, tx, id, topic, [topic]);
  if (!channel.digestDueAt || channel.digestDueAt > now) return;
  const [told] = await tx.query`SELECT 1 WHERE ${isTold(Prisma.sql`${id}::uuid`, Prisma.sql`'digest'`, now)}`;
  if (told) return;
  await openMessage(ctx, tx, id, "digest", channel.daily);
  await tx.execute`
    UPDATE "NotificationChannel" SET "digestDueAt" = ${nextDigest(now, channel.digestTime, channel.timezone ?? "UTC")}
    WHERE "id" = ${id}::uuid`;
}

/** A message with all that waits of these topics; none where nothing waits. */
async function openMessage(
  ctx: CollectContext,
  tx: Tx,
  channelId: NotificationChannelId,
  subject: MessageSubject,
  topics: readonly Topic[],
): Promise<void> {
  const id = ctx.ids.uuid();
  const items = await tx.execute`
    UPDATE "NotificationItem" SET "messageId" = ${id}::uuid
    WHERE "channelId" = ${channelId}::uuid AND "messageId" IS NULL AND "topic" = ANY(${[...topics]}::text[])`;
  if (items === 0) return;
  const { dueAt, tries } = dueNow(ctx);
  await tx.execute`
    INSERT INTO "NotificationMessage" ("id", "channelId", "subject", "createdAt", "dueAt", "tries")
    VALUES (${id}::uuid, ${channelId}::uuid, ${subject}, ${dueAt}, ${dueAt}, ${tries})`;
}
