import type { SkuCheckRun } from "../../prisma/client/client.ts";
import { groupSize } from "../quotes/group-size.ts";
import type { SkuCheckContext } from "./context.ts";
import { MAX_GROUP, MAX_ALONE, MAX_UNCONFIRMED } from "./limits.ts";

/** SKUs to be asked for together. */
export interface Group {
  countryCode: string;
  skus: string[];
  /** One SKU that was rejected in another night or country: it would have every group rejected. */
  isAlone: boolean;
}

type Db = Pick<SkuCheckContext, "db">;

/** What the run asks for next; null once everything is checked. The most frequent destination comes first. */
export async function nextGroup({ db }: Db, run: SkuCheckRun): Promise<Group | null> {
  const size = groupSize.safeParse(run.groupSize);
  const of = { printAccountId: run.printAccountId, runId: run.id };
  const rejected = await db.skuCheck.findMany({
    where: { ...of, rejectedAt: { not: null } },
    distinct: ["itemSku"],
    select: { itemSku: true },
  });
  const suspects = rejected.map(({ itemSku }) => itemSku);
  for (const countryCode of run.countryCodes) {
    const rows = await db.skuCheck.findMany({
      where: { ...of, countryCode, pending: true, itemSku: { notIn: suspects } },
      orderBy: { itemSku: "asc" },
      take: size.success ? size.data.next : MAX_GROUP,
      select: { itemSku: true },
    });
    if (rows.length > 0) return { countryCode, skus: rows.map(({ itemSku }) => itemSku), isAlone: false };
    const where = { ...of, countryCode, itemSku: { in: suspects } };
    const [again, asked] = await Promise.all([
      db.skuCheck.findFirst({ where: { ...where, pending: true }, orderBy: { itemSku: "asc" } }),
      db.skuCheck.count({ where: { ...where, pending: false } }),
    ]);
    if (again && asked < MAX_ALONE) return { countryCode, skus: [again.itemSku], isAlone: true };
  }
  return null;
}

/** Whether the service rejected one SKU after another for a country tonight and accepted none. */
export async function isRejectingAll({ db }: Db, run: SkuCheckRun, countryCode: string): Promise<boolean> {
  const where = { printAccountId: run.printAccountId, runId: run.id, countryCode };
  const rejected = await db.skuCheck.count({ where: { ...where, pending: false, rejectedAt: { not: null } } });
  if (rejected < MAX_UNCONFIRMED) return false;
  return (await db.skuCheck.count({ where: { ...where, acceptedAt: { gte: run.startedAt } } })) === 0;
}
