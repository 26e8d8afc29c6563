import { Prisma } from "../../../prisma/client/client.ts";
import type { Tx } from "../../database/sql.ts";
import type { PrintAccountId, ShopId, SubmissionId, OrderId, AttemptId } from "../../ports/ids.ts";
import { acceptanceColumn, acceptanceOf, type AcceptanceRow } from "../../print-files/check-printed.ts";
import type { OrdersContext } from "../core/context.ts";
import { isHistoryComplete } from "../core/is-history-complete.ts";
import {
  FOR_SHARE_OF_SHOP,
  SHOP_COLUMNS,
  SHOP_TABLES,
  toShopRow,
  type ShopColumns,
  type ShopRow,
} from "../core/shop-row.ts";
import { rateLimitColumns, type RateLimitRow } from "./rate-limit.ts";
import { deadlineIn, type Deadline } from "../../ports/clock.ts";
import type { PrintOrder } from "../../ports/order-model.ts";
import { moveSubmission, submissionIn, type OrderRows } from "../core/order-rows.ts";
import { newClaim } from "../core/reschedule.ts";
import { type SentLine, withFiles, type SentFile } from "../core/sent-content.ts";

/** What decides a claim besides the order. */
export interface ClaimGate {
  shop: ShopRow;
  /** See isHistoryComplete. */
  historyComplete: boolean;
  /** Calls of the account: `rateLimitDelay` says how long the next one has to wait. */
  rateLimit: RateLimitRow;
  /** Of the submission. */
  attempts: number;
  /** Of the checked links: what the check was made with, unless a file was replaced or accepted since. */
  acceptance: string;
}

/** A submission that is to be claimed. */
interface AskedGate {
  submissionId: SubmissionId;
  shopId: ShopId;
  printAccountId: PrintAccountId;
  links: readonly string[];
}

type GateRow = ShopColumns &
  RateLimitRow &
  AcceptanceRow & { submissionId: SubmissionId; historyComplete: boolean | null; attempts: number };

/**
 * Reads them in one statement, after `lockAccounts`: the calls are counted once nobody else can claim one. Until the transaction ends,
 * nobody uninstalls a shop, changes its account or saves its settings; while somebody does, its submissions have no gate.
 */
export async function readClaimGates(
  tx: Tx,
  ctx: OrdersContext,
  asked: readonly AskedGate[],
): Promise<Map<SubmissionId, ClaimGate>> {
  const account = Prisma.sql`i."printAccountId"`;
  const rows = await tx.query<GateRow>`
    SELECT i."submissionId", ${SHOP_COLUMNS}, ${isHistoryComplete(ctx, account)} AS "historyComplete", ${rateLimitColumns(ctx, account)},
      ${acceptanceColumn(Prisma.sql`i."shopId"`, Prisma.sql`i."links"`)},
      (SELECT count(*)::int FROM "Attempt" t WHERE t."submissionId" = i."submissionId") AS "attempts"
    FROM jsonb_to_recordset(${JSON.stringify(asked)}::jsonb)
        AS i("submissionId" uuid, "shopId" uuid, "printAccountId" uuid, "links" text[])
      JOIN (${SHOP_TABLES}) ON s."id" = i."shopId" ${FOR_SHARE_OF_SHOP}`;
  return new Map(
    rows.map((row) => {
      const { submissionId, historyComplete, attempts, open, begun, until } = row;
      const counted = { rateLimit: { open, begun, until }, attempts, acceptance: acceptanceOf(row) };
      return [submissionId, { shop: toShopRow(row), historyComplete: historyComplete ?? false, ...counted }];
    }),
  );
}

interface ClaimInput {
  submissionId: SubmissionId;
  lines: SentLine[];
  /** What was at the artwork links when they were checked. */
  files: SentFile[];
  payload: PrintOrder;
  printAccountId: PrintAccountId;
  /** Of an earlier attempt. */
  sentAt: Date | null;
  /** How many attempts there were when the service was asked about them. */
  attempts: number;
  /** How many there are, under the order's lock. */
  attemptsMade: number;
}

/** The right to send one submission once. A claim exists only when the transaction that made it has committed. */
export interface Claim extends ClaimInput {
  shopId: ShopId;
  orderId: OrderId;
  claimToken: string;
  attemptId: AttemptId;
  /** Ends well before the claim: a process that freezes while it holds the claim sends nothing when it wakes. */
  deadline: Deadline;
}

const NO_ANSWER = {
  ...{ endedAt: null, outcome: null, httpStatus: null, messageEncrypted: null, alreadyThere: false },
} as const;

/** ready → submitting, with the attempt on record. null: another worker was first. Needs the order's lock. */
export function claim(rows: OrderRows, ctx: OrdersContext, input: ClaimInput): Claim | null {
  const { submissionId, lines, printAccountId, sentAt, attempts } = input;
  // Nothing is sent past an attempt that was not looked up.
  if (input.attemptsMade !== attempts) return null;
  const now = ctx.clock.now();
  const claimFields = newClaim(ctx);
  const columns = { ...claimFields, printAccountId, sentAt: sentAt ?? now, lastAttemptAt: now };
  if (!moveSubmission(rows, ctx, submissionId, "claim", columns)) return null;
  const { shopId, orderId, payloadHash } = submissionIn(rows, submissionId);
  const attemptId = ctx.ids.uuid();
  const attempt = { id: attemptId, submissionId, number: attempts + 1, printAccountId, payloadHash };
  rows.attempts.push({ ...attempt, lines: withFiles(lines, input.files), startedAt: now, ...NO_ANSWER });
  const { claimToken } = claimFields;
  const deadline = deadlineIn(ctx.policy.createTimeoutMs);
  return { ...input, shopId, orderId, claimToken, attemptId, deadline };
}
