import { Prisma, type PrintAccount, type PrismaClient } from "@prisma/client";

/** By name: a migration that adds one does not break a prepared statement (app/database/statement-names.ts). */
const COLUMNS = Prisma.raw(
  Object.keys(Prisma.PrintAccountScalarFieldEnum)
    .map((column) => `"${column}"`)
    .join(", "),
);

/** A print account as each create call and each of its webhooks needs it; null where there is none. */
export async function readAccount(db: PrismaClient, condition: Prisma.Sql): Promise<PrintAccount | null> {
  const [row] = await db.$queryRaw<PrintAccount[]>`SELECT ${COLUMNS} FROM "PrintAccount" WHERE ${condition}`;
  return row ?? null;
}
