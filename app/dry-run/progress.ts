import type { PrismaClient } from "@prisma/client";
import type { DryRunId } from "../ports/ids.ts";
import type { Progress } from "../ports/progress.ts";
import { isActive } from "./states.ts";

/** The progress of a dry run by its orders. */
export async function readDryRunProgress({ db }: { db: PrismaClient }, id: DryRunId): Promise<Progress | null> {
  const run = await db.dryRun.findUnique({ where: { id }, select: { state: true } });
  if (!run) return null;
  const total = await db.dryRunOrder.count({ where: { dryRunId: id } });
  const unchecked = await db.dryRunOrder.count({ where: { dryRunId: id, outcome: null } });
  return { done: total - unchecked, total, ended: !isActive(run) };
}
