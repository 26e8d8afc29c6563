import { Prisma } from "../../prisma/client/client.ts";

/**
 * What an id is compared with in the condition of a statement that changes a batch: `"id" = ANY (…)`. `batch` selects the ids, with a
 * limit, and locks their rows. It runs once. After `IN`, PostgreSQL may run it again for each row of the table, where it takes the
 * table for almost empty: each time it would skip what is changed by now, and lock the next batch, until all rows are changed.
 */
export const inBatch = (batch: Prisma.Sql): Prisma.Sql => Prisma.sql`= ANY (ARRAY(${batch}))`;
