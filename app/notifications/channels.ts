import { z } from "zod";
import { Prisma, type NotificationChannelKind } from "../../prisma/client/client.ts";
import { parseArtworkLink } from "../artwork/artwork-link.ts";
import { HOUR_MS } from "../ports/clock.ts";
import { notificationChannelIdSchema, type NotificationChannelId, type ShopId } from "../ports/ids.ts";
import { CLOCK_TIME } from "../settings/sending-modes.ts";
import { dueIn } from "../orders/core/reschedule.ts";
import type { NoteAction } from "../shops/staff-actions.ts";
import type { NotificationsContext } from "./context.ts";
import { nextDigest } from "./collect.ts";
import { claimMessages, readLastMessages, SECRET, sendClaimed, TARGET } from "./send.ts";
import {
  CHANNEL_LIMIT,
  TIMINGS,
  type ChannelView,
  type SaveChannelsResult,
  type TargetError,
  type TestResult,
  type Timing,
} from "./channel-view.ts";
import { TOPICS, type Topic } from "../orders/core/topics.ts";

/** Test messages to one channel within an hour: a stranger may have got there by a typo. */
const TEST_LIMIT = 5;

/** The channels of a shop, the oldest first. @throws DecryptionError */
export async function listChannels(ctx: NotificationsContext, shopId: ShopId): Promise<ChannelView[]> {
  const [rows, messages] = await Promise.all([
    ctx.db.notificationChannel.findMany({ where: { shopId }, orderBy: [{ createdAt: "asc" }, { id: "asc" }] }),
    readLastMessages(ctx, shopId),
  ]);
  return rows.map((row) => {
    const last = messages.find(({ channelId }) => channelId === row.id);
    const timing = (topic: Topic): Timing =>
      row.atOnce.includes(topic) ? "at_once" : row.daily.includes(topic) ? "daily" : "off";
    return {
      id: row.id,
      kind: row.kind,
      target: shownTarget(row.kind, TARGET.decrypt(ctx, row) ?? ""),
      timings: Object.fromEntries(TOPICS.map((topic) => [topic, timing(topic)])) as Record<Topic, Timing>,
      digestTime: row.digestTime,
      state: row.stoppedAt ? "stopped" : row.rejectedAt ? "rejected" : "active",
      last: last
        ? {
            at: last.at.toISOString(),
            subject: last.subject,
            outcome: last.outcome,
            problem: last.problem,
            answerStatus: last.answerStatus,
          }
        : null,
    };
  });
}

/** How many channels of each kind a shop has that get messages. */
export async function countChannels(
  { db }: Pick<NotificationsContext, "db">,
  shopId: ShopId,
): Promise<Record<NotificationChannelKind, number>> {
  const where = { shopId, stoppedAt: null, rejectedAt: null };
  const kinds = await db.notificationChannel.groupBy({ by: "kind", where, _count: true });
  const count = (kind: NotificationChannelKind) => kinds.find((one) => one.kind === kind)?._count ?? 0;
  return { email: count("email"), webhook: count("webhook") };
}

const shownTarget = (kind: NotificationChannelKind, target: string): string =>
  kind === "email" ? target : `${new URL(target).host}/…${target.slice(-4)}`;

const timings = z.strictObject(
  Object.fromEntries(TOPICS.map((topic) => [topic, z.enum(TIMINGS)])) as Record<Topic, z.ZodEnum<{ [T in Timing]: T }>>,
);
const digestTime = z.string().regex(CLOCK_TIME);

/** What the page saves: new channels, changed ones, and those to remove. */
export const channelChanges = z.strictObject({
  added: z
    .array(
      z.strictObject({
        /** Of the form: an error names its row by it. */
        key: z.string().max(50),
        kind: z.enum(["email", "webhook"]),
        target: z.string().trim().max(2048),
        timings,
        digestTime,
      }),
    )
    .max(CHANNEL_LIMIT * 2),
  changed: z.array(z.strictObject({ id: notificationChannelIdSchema, timings, digestTime })).max(CHANNEL_LIMIT * 2),
  removed: z.array(notificationChannelIdSchema).max(CHANNEL_LIMIT * 2),
});
type ChannelChanges = z.infer<typeof channelChanges>;

const emailAddress = z.email().max(254);

function targetErrorOf(kind: NotificationChannelKind, target: string): TargetError | null {
  if (kind === "email") return emailAddress.safeParse(target).success ? null : "email";
  if (!target.startsWith("https://")) return "webhook";
  const link = parseArtworkLink(target);
  return link.ok ? null : link.reason === "private_address" ? "private" : "webhook";
}

/** Saves all changes of the page, or none where a new target is not taken. */
export async function saveChannels(
  ctx: NotificationsContext,
  shopId: ShopId,
  { added, changed, removed }: ChannelChanges,
  note?: NoteAction,
): Promise<SaveChannelsResult> {
  const now = ctx.clock.now();
  const errors: Record<string, TargetError> = {};
  const secrets: { target: string; secret: string }[] = [];
  const rows = added.map(({ key, kind, target, ...choice }) => {
    const error = targetErrorOf(kind, target);
    if (error) errors[key] = error;
    const id = ctx.ids.uuid();
    const secret = kind === "webhook" ? newSecret(ctx) : null;
    const targetHash = ctx.encryptor.hash(`notification target:${kind === "email" ? target.toLowerCase() : target}`);
    return { key, kind, target, targetHash, id, secret, choice };
  });
  if (Object.keys(errors).length > 0) return { outcome: "invalid", errors };
  return ctx.db
    .$transaction(async (tx): Promise<SaveChannelsResult> => {
      // Two people who save at once stay within the limit.
      const [shop] = await tx.$queryRaw<{ timezone: string | null }[]>`
      SELECT "timezone" FROM "Shop" WHERE "id" = ${shopId}::uuid FOR UPDATE`;
      const columns = (choice: Pick<ChannelView, "timings" | "digestTime">) =>
        columnsOf(choice, now, shop?.timezone ?? "UTC");
      await tx.notificationChannel.deleteMany({ where: { shopId, id: { in: removed } } });
      const present = await tx.notificationChannel.findMany({ where: { shopId } });
      const taken = new Set(present.map(({ kind, targetHash }) => `${kind} ${targetHash}`));
      let room = CHANNEL_LIMIT - present.length;
      for (const { key, kind, target, targetHash, id, secret, choice } of rows) {
        if (taken.has(`${kind} ${targetHash}`)) errors[key] = "taken";
        else if (room === 0) errors[key] = "too_many";
        else {
          taken.add(`${kind} ${targetHash}`);
          room -= 1;
          if (secret) secrets.push({ target: shownTarget(kind, target), secret });
          await tx.notificationChannel.create({
            data: {
              ...{ id, shopId, kind, targetHash, createdAt: now, collectedUntil: now },
              targetEncrypted: TARGET.encrypt(ctx, id, target),
              secretEncrypted: secret === null ? null : SECRET.encrypt(ctx, id, secret),
              ...columns(choice),
            },
          });
        }
      }
      if (Object.keys(errors).length > 0) throw new Refused(errors);
      for (const { id, ...choice } of changed)
        await tx.notificationChannel.updateMany({ where: { id, shopId }, data: columns(choice) });
      if (added.length + changed.length + removed.length > 0) await note?.(tx, "notifications_saved");
      return { outcome: "saved", secrets };
    })
    .catch((error: unknown) => {
      if (error instanceof Refused) return { outcome: "invalid", errors: error.errors };
      throw error;
    });
}

/** As the Standard Webhooks write it: 160 bits in 32 characters, in base64. */
const newSecret = ({ ids }: NotificationsContext): string => `whsec_${Buffer.from(ids.code(32)).toString("base64")}`;

/** Rolls the transaction back. */
class Refused extends Error {
  readonly errors: Record<string, TargetError>;
  constructor(errors: Record<string, TargetError>) {
    super("a target is not taken");
    this.errors = errors;
  }
}

function columnsOf(choice: Pick<ChannelView, "timings" | "digestTime">, now: Date, timezone: string) {
  const withTiming = (timing: Timing) => TOPICS.filter((topic) => choice.timings[topic] === timing);
  const daily = withTiming("daily");
  return {
    atOnce: withTiming("at_once"),
    daily,
    digestTime: choice.digestTime,
    digestDueAt: daily.length > 0 ? nextDigest(now, choice.digestTime, timezone) : null,
  };
}

/** Messages go to the recipient again who had stopped them. What happened in between is not told. */
export async function restartChannel(
  ctx: Pick<NotificationsContext, "db" | "clock">,
  shopId: ShopId,
  id: NotificationChannelId,
  note?: NoteAction,
): Promise<void> {
  await ctx.db.$transaction(async (tx) => {
    const { count } = await tx.notificationChannel.updateMany({
      where: { id, shopId, stoppedAt: { not: null } },
      data: { stoppedAt: null, collectedUntil: ctx.clock.now() },
    });
    if (count > 0) await note?.(tx, "notifications_saved");
  });
}

/** Sends a test message, and returns what the other side answered. One that gets through mends a channel that was refused. */
export async function sendTest(
  ctx: NotificationsContext,
  shopId: ShopId,
  channelId: NotificationChannelId,
): Promise<TestResult> {
  const now = ctx.clock.now();
  const channel = await ctx.db.notificationChannel.findFirst({ where: { id: channelId, shopId, stoppedAt: null } });
  if (!channel) return { outcome: "not_found" };
  const lately = { channelId, subject: "test" as const, createdAt: { gt: new Date(now.getTime() - HOUR_MS) } };
  if ((await ctx.db.notificationMessage.count({ where: lately })) >= TEST_LIMIT) return { outcome: "too_many" };
  const id = ctx.ids.uuid();
  // Not due for others while this process sends it.
  const dueAt = dueIn(ctx, ctx.policy.claimTtlMs);
  const made = await ctx.sql.execute`
    INSERT INTO "NotificationMessage" ("id", "channelId", "subject", "createdAt", "dueAt")
    VALUES (${id}::uuid, ${channelId}::uuid, 'test', ${now}, ${dueAt}) ON CONFLICT DO NOTHING`;
  if (made === 0) return { outcome: "under_way" };
  const [claimed] = await claimMessages(ctx, Prisma.sql`m."id" = ${id}::uuid`);
  return (claimed && (await sendClaimed(ctx, claimed))) ?? { outcome: "not_found" };
}
