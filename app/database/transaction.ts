import type { Prisma } from "@prisma/client";

/** A transaction. Inside one, never use the outer client, and never call another system. */
export type Tx = Prisma.TransactionClient;
