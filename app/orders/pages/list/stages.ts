import { Prisma, type Submission } from "../../../../prisma/client/client.ts";
import type { ShopId } from "../../../ports/ids.ts";
import { stateIn } from "../../core/state-in.ts";
import { UNFINISHED_STATES } from "../../core/states.ts";
import { PROGRESS_TABS, type Tab } from "./tabs.ts";

/** The stages of an order that is under way, the least advanced first. */
export const STAGES = ["waiting", "at_provider", "shipped"] as const;
export type Stage = (typeof STAGES)[number];

/** All orders on the tab are in a stage; none is. */
export const isStageTab = (tab: Tab): boolean => STAGES.some((stage) => stage === tab);
export const isFinishedTab = (tab: Tab): boolean => tab === "fulfilled" || tab === "not_printed";

/** Where an order is, and since when. */
export interface OrderStage {
  name: Stage;
  since: Date;
}

interface StagedSubmission extends Pick<Submission, "state" | "createdAt" | "sentAt" | "submittedAt"> {
  parcels: readonly { firstSeenAt: Date }[];
}

/**
 * The stage of the least advanced of an order's submissions, of which none is replaced, and since when the first of them is in it: it was
 * made, it was sent (what was rejected and accepted later, when it was accepted), its first parcel was seen. null: none is under way.
 */
export function orderStage(submissions: readonly StagedSubmission[]): OrderStage | null {
  for (const name of STAGES) {
    const here = submissions.filter(({ state }) => (PROGRESS_TABS[name] as readonly string[]).includes(state));
    const times = here.map((one) => since(name, one).getTime());
    if (times.length > 0) return { name, since: new Date(Math.min(...times)) };
  }
  return null;
}

function since(stage: Stage, { createdAt, sentAt, submittedAt, parcels }: StagedSubmission): Date {
  if (stage === "waiting") return createdAt;
  const times = stage === "shipped" ? parcels.map(({ firstSeenAt }) => firstSeenAt) : [];
  if (times.length > 0) return new Date(Math.min(...times.map(Number)));
  return sentAt && submittedAt
    ? new Date(Math.max(Number(sentAt), Number(submittedAt)))
    : (sentAt ?? submittedAt ?? createdAt);
}

const { sql } = Prisma;

/**
 * The same in SQL: the shop's orders that are in a stage, `"orderId"`, with the place of the stage in STAGES and `"since"`. In the
 * sequence of the index of what is under way, so that a bounded count reads no more than it counts.
 */
export const ordersInStage = (shopId: ShopId): Prisma.Sql => sql`
  SELECT DISTINCT ON (s."orderId") s."orderId", t."stage", t."since" FROM "Submission" s,
    LATERAL (SELECT CASE WHEN ${stateIn("s", PROGRESS_TABS.waiting)} THEN 0
      WHEN ${stateIn("s", PROGRESS_TABS.at_provider)} THEN 1 ELSE 2 END AS "stage") r,
    LATERAL (SELECT r."stage", CASE r."stage" WHEN 0 THEN s."createdAt" ELSE coalesce(
      CASE WHEN r."stage" = 2 THEN (SELECT min(p."firstSeenAt") FROM "Parcel" p WHERE p."submissionId" = s."id") END,
      greatest(s."sentAt", s."submittedAt"), s."createdAt") END AS "since") t
  WHERE s."shopId" = ${shopId}::uuid AND s."replacedAt" IS NULL AND ${stateIn("s", UNFINISHED_STATES)}
  ORDER BY s."orderId", t."stage", t."since"`;
