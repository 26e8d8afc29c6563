import type { PrismaClient } from "@prisma/client";

/**
 * The encrypted body of a delivery; null once it is erased. It comes as text: of bytes Prisma makes a list of numbers, and a body
 * of 10 MB would take a worker half a gigabyte.
 */
export async function readEncryptedBody(db: PrismaClient, deliveryId: string): Promise<Buffer | null> {
  const [row] = await db.$queryRaw<{ body: string | null }[]>`
    SELECT encode("bodyEncrypted", 'base64') AS "body" FROM "WebhookDelivery" WHERE "id" = ${deliveryId}::uuid`;
  return typeof row?.body === "string" ? Buffer.from(row.body, "base64") : null;
}
