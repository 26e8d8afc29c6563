import { Prisma, type NotificationChannelKind, type NotificationOutcome } from "../../prisma/client/client.ts";
import { encryptedColumn } from "../encryption/encrypted-columns.ts";
import { DAY_MS } from "../ports/clock.ts";
import { gidNumber, type Gid } from "../ports/gid.ts";
import type { NotificationChannelId, NotificationMessageId, ShopId } from "../ports/ids.ts";
import type { NotifyProblem, NotifyResult } from "../ports/notify.ts";
import { adminAppUrl } from "../ports/shopify.ts";
import type { AttentionCode } from "../orders/core/attention.ts";
import { skuEventSchema } from "../orders/core/enqueue-flow-event.ts";
import { dueIn, newClaim, scheduleRetry } from "../orders/core/reschedule.ts";
import { stateIn } from "../orders/core/state-in.ts";
import { SHIPPED_STATES } from "../orders/core/states.ts";
import { errorName } from "../ports/errors.ts";
import { openMessages, QUIET_MS } from "./collect.ts";
import type { NotificationsContext } from "./context.ts";
import { chatText, emailText, titleOf, type Told, type ToldSubject } from "./message-text.ts";
import { stopUrl } from "./stop-link.ts";
import type { MessageSubject, Topic } from "../orders/core/topics.ts";

export const TARGET = encryptedColumn("NotificationChannel.targetEncrypted");
export const SECRET = encryptedColumn("NotificationChannel.secretEncrypted");

/** A message that this process alone may send, with its channel. */
interface ClaimedMessage {
  id: NotificationMessageId;
  subject: MessageSubject;
  createdAt: Date;
  tries: number;
  claimToken: string;
  /** Of a claim that has expired: its worker may have sent the message. */
  claimedBefore: Date | null;
  channelId: NotificationChannelId;
  kind: NotificationChannelKind;
  targetEncrypted: Uint8Array;
  secretEncrypted: Uint8Array | null;
  domain: string;
  shopName: string | null;
  /** The app is installed, and nobody stopped the messages. */
  wanted: boolean;
}

const KINDS = ["email", "webhook"] as const;
/** Sent at once of a kind, and of one run: an answer that takes long delays the others little. */
const AT_ONCE = 8;
const MAX_BATCHES = 25;
const EXPIRES_AFTER_MS = DAY_MS;
/** Orders and SKUs that a message names; it counts the others. */
const NAMED = 20;

/** Tells shops outside the app what needs a person: makes the messages that are due, and sends them. */
export async function tellShops(ctx: NotificationsContext): Promise<void> {
  await openMessages(ctx);
  await sendDueMessages(ctx);
}

/** Sends the messages that are due: those of a mail server that is away keep no chat waiting. */
async function sendDueMessages(ctx: NotificationsContext): Promise<void> {
  await Promise.all(KINDS.map((kind) => sendDueOf(ctx, kind)));
}

async function sendDueOf(ctx: NotificationsContext, kind: NotificationChannelKind): Promise<void> {
  const ofKind = Prisma.sql`EXISTS (SELECT FROM "NotificationChannel" c
    WHERE c."id" = m."channelId" AND c."kind" = ${kind}::"NotificationChannelKind")`;
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    const messages = await claimMessages(ctx, Prisma.sql`m."dueAt" <= ${ctx.clock.now()} AND ${ofKind}`);
    await Promise.all(messages.map((message) => sendClaimed(ctx, message)));
    if (messages.length < AT_ONCE) return;
  }
}

/** Claims messages. Committed before they are sent. */
export function claimMessages(ctx: NotificationsContext, which: Prisma.Sql): Promise<ClaimedMessage[]> {
  const { claimToken, claimedAt, dueAt } = newClaim(ctx);
  return ctx.sql.query<ClaimedMessage>`
    WITH due AS (
      SELECT m."id", m."claimedAt" FROM "NotificationMessage" m WHERE ${which} AND m."settledAt" IS NULL
      ORDER BY m."dueAt" LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED
    ), claimed AS (
      UPDATE "NotificationMessage" m SET "claimToken" = ${claimToken}::uuid, "claimedAt" = ${claimedAt}, "dueAt" = ${dueAt},
        "tries" = m."tries" + 1
      FROM due WHERE m."id" = due."id" RETURNING m.*, due."claimedAt" AS "claimedBefore"
    )
    SELECT m."id", m."subject", m."createdAt", m."tries", m."claimToken", m."claimedBefore", m."channelId", c."kind"::text AS "kind",
      c."targetEncrypted", c."secretEncrypted", s."domain", s."name" AS "shopName",
      s."uninstalledAt" IS NULL AND c."stoppedAt" IS NULL AS "wanted"
    FROM claimed m JOIN "NotificationChannel" c ON c."id" = m."channelId" JOIN "Shop" s ON s."id" = c."shopId"`;
}

/** Sends a claimed message, and records what became of it; null where nothing was sent. */
export async function sendClaimed(ctx: NotificationsContext, message: ClaimedMessage): Promise<NotifyResult | null> {
  // The worker of an expired claim may have sent it.
  if (message.claimedBefore) return settle(ctx, message, { outcome: "uncertain", problem: "no_answer" });
  if (message.createdAt.getTime() < ctx.clock.now().getTime() - EXPIRES_AFTER_MS) {
    await record(ctx, message, { outcome: "expired" });
    return null;
  }
  let result: NotifyResult | null;
  try {
    const told = message.wanted ? await readTold(ctx, message) : null;
    if (!told) {
      await record(ctx, message, { outcome: "obsolete" });
      return null;
    }
    result = await deliver(ctx, message, told);
  } catch (error) {
    // Nothing was sent: the ways out never throw. A message that cannot be read does not delay the others.
    ctx.log.error({ notification: message.id, error: errorName(error) }, "a notification cannot be read");
    result = { outcome: "not_processed", problem: "no_answer" };
  }
  return settle(ctx, message, result);
}

function deliver(ctx: NotificationsContext, message: ClaimedMessage, told: Told): Promise<NotifyResult> {
  const row = { ...message, id: message.channelId };
  const target = TARGET.decrypt(ctx, row) ?? "";
  const { id } = message;
  if (message.kind === "webhook") {
    const secret = SECRET.decrypt(ctx, row) ?? "";
    return ctx.notifier.webhook({ id, url: target, secret, at: ctx.clock.now(), text: chatText(told) });
  }
  const stop = stopUrl(ctx, message.channelId);
  const mail = { subject: titleOf(told), text: emailText(told, stop), stopUrl: stop };
  return ctx.notifier.email({ id, to: target, ...mail });
}

interface StoredItem {
  key: string;
  topic: Topic;
  costChanged: boolean;
  orderName: string | null;
  orderGid: Gid<"Order"> | null;
  skuEvent: unknown;
  reasons: { code: AttentionCode; shipped: boolean }[];
  /** Of all. */
  count: number;
}

/** What the message tells now; null where all of it is over. */
async function readTold({ sql, apiKey }: NotificationsContext, message: ClaimedMessage): Promise<Told | null> {
  const { subject, domain } = message;
  const told = {
    subject,
    shopName: message.shopName ?? domain,
    adminUrl: adminAppUrl(domain, apiKey),
  };
  if (subject === "test") return { ...told, named: [], count: 0 };
  const rows = await sql.query<StoredItem>`
    SELECT COALESCE(f."orderId", f."id")::text AS "key", i."topic", f."trigger" = 'sku_cost_changed' AS "costChanged",
      o."name" AS "orderName", o."shopifyGid" AS "orderGid", min(f."skuEvent"::text)::jsonb AS "skuEvent",
      COALESCE(jsonb_agg(DISTINCT jsonb_build_object('code', t."code", 'shipped', COALESCE(${stateIn("about", SHIPPED_STATES)}, FALSE)))
        FILTER (WHERE t."id" IS NOT NULL), '[]') AS "reasons", (count(*) OVER ())::int AS "count"
    FROM "NotificationItem" i JOIN "FlowEvent" f ON f."id" = i."eventId"
      LEFT JOIN "Order" o ON o."id" = f."orderId"
      LEFT JOIN "Attention" t ON t."id" = f."subjectId" AND t."clearedAt" IS NULL
      LEFT JOIN "Submission" about ON about."id" = t."submissionId"
    WHERE i."messageId" = ${message.id}::uuid AND (f."orderId" IS NULL OR t."id" IS NOT NULL)
    GROUP BY 1, 2, 3, 4, 5 ORDER BY min(f."createdAt"), 1 LIMIT ${NAMED}`;
  const [first] = rows;
  return first ? { ...told, named: rows.map(toSubject), count: first.count } : null;
}

function toSubject({ topic, orderName, orderGid, skuEvent, reasons, costChanged }: StoredItem): ToldSubject {
  if (orderGid === null || orderName === null) {
    const { itemSku } = skuEventSchema.parse(skuEvent);
    return { topic, order: null, itemSku, reasons: [], costChanged };
  }
  return { topic, order: { name: orderName, number: gidNumber(orderGid) }, itemSku: null, reasons, costChanged };
}

/** Records the result, or the next try of what was not processed. A test is tried once. */
async function settle(ctx: NotificationsContext, message: ClaimedMessage, result: NotifyResult): Promise<NotifyResult> {
  const { outcome } = result;
  if (outcome !== "not_processed") await record(ctx, message, { ...result, outcome });
  else if (message.subject === "test") await record(ctx, message, { ...result, outcome: "expired" });
  else {
    const { dueAt } = scheduleRetry(ctx, message.tries, { atLeastMs: result.retryAfterMs }).data;
    await ctx.sql.execute`
      UPDATE "NotificationMessage" SET "claimToken" = NULL, "claimedAt" = NULL, "dueAt" = ${dueAt}, "problem" = ${result.problem},
        "answerStatus" = ${result.status ?? null}
      WHERE "id" = ${message.id}::uuid AND "claimToken" = ${message.claimToken}::uuid AND "settledAt" IS NULL`;
  }
  return result;
}

interface Recorded {
  outcome: NotificationOutcome;
  problem?: NotifyProblem | null;
  status?: number | null;
}

/**
 * Records what became of a message, if its claim still holds. What may not have arrived is told once more, an hour later, with what
 * came meanwhile. What was refused waits until the merchant has mended the channel, with what else the channel was to be told.
 */
async function record(
  ctx: NotificationsContext,
  { id, channelId, claimToken, subject }: ClaimedMessage,
  { outcome, problem = null, status = null }: Recorded,
): Promise<void> {
  const now = ctx.clock.now();
  await ctx.sql.transaction(async (tx) => {
    // Whoever removes a channel locks it before its messages.
    await tx.query`SELECT 1 FROM "NotificationChannel" WHERE "id" = ${channelId}::uuid FOR NO KEY UPDATE`;
    const settled = await tx.execute`
      UPDATE "NotificationMessage" SET "claimToken" = NULL, "claimedAt" = NULL, "dueAt" = NULL, "settledAt" = ${now},
        "outcome" = ${outcome}::"NotificationOutcome", "problem" = ${problem}, "answerStatus" = ${status}
      WHERE "id" = ${id}::uuid AND "claimToken" = ${claimToken}::uuid AND "settledAt" IS NULL`;
    if (settled === 0) return;
    if (subject === "test" && outcome === "sent")
      await tx.execute`UPDATE "NotificationChannel" SET "rejectedAt" = NULL WHERE "id" = ${channelId}::uuid`;
    if (outcome === "rejected") {
      await tx.execute`UPDATE "NotificationChannel" SET "rejectedAt" = ${now} WHERE "id" = ${channelId}::uuid`;
      await tx.execute`
        WITH others AS (
          UPDATE "NotificationMessage" SET "dueAt" = NULL, "settledAt" = ${now}, "outcome" = 'obsolete'
          WHERE "channelId" = ${channelId}::uuid AND "subject" <> 'test' AND "settledAt" IS NULL AND "claimToken" IS NULL RETURNING "id")
        UPDATE "NotificationItem" SET "messageId" = NULL WHERE "messageId" = ${id}::uuid OR "messageId" IN (SELECT "id" FROM others)`;
    }
    if (outcome !== "uncertain") return;
    const again = await tx.execute`
      UPDATE "NotificationItem" SET "messageId" = NULL, "repeated" = TRUE WHERE "messageId" = ${id}::uuid AND NOT "repeated"`;
    if (again > 0 && subject === "digest")
      await tx.execute`
        UPDATE "NotificationChannel" SET "digestDueAt" = LEAST("digestDueAt", ${dueIn(ctx, QUIET_MS)}) WHERE "id" = ${channelId}::uuid`;
  });
}

/** The newest message of each channel of a shop. */
export interface LastMessage {
  channelId: NotificationChannelId;
  at: Date;
  subject: MessageSubject;
  outcome: NotificationOutcome | null;
  problem: NotifyProblem | null;
  answerStatus: number | null;
}

export function readLastMessages({ sql }: Pick<NotificationsContext, "sql">, shopId: ShopId): Promise<LastMessage[]> {
  return sql.query<LastMessage>`
    SELECT c."id" AS "channelId", COALESCE(m."settledAt", m."claimedAt", m."createdAt") AS "at", m."subject", m."outcome"::text AS "outcome",
      m."problem", m."answerStatus"
    FROM "NotificationChannel" c CROSS JOIN LATERAL (
      SELECT * FROM "NotificationMessage" m WHERE m."channelId" = c."id" AND m."outcome" IS DISTINCT FROM 'obsolete'
        AND (m."settledAt" IS NOT NULL OR m."problem" IS NOT NULL)
      ORDER BY m."createdAt" DESC, m."id" DESC LIMIT 1) m
    WHERE c."shopId" = ${shopId}::uuid`;
}
