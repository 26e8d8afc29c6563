import { PrismaPg } from "adapter-pg-of-prisma-6";
import { defineConfig } from "prisma/config";
import { withNameType } from "../scripts/prisma-name-type.ts";

/**
 * Migrations without a downloaded engine: Prisma 6 has a schema engine in JavaScript, which works over a driver adapter;
 * Prisma 7, which makes the client, has none. Write a new migration with `npm run db:diff`; `npm run db:deploy` applies them.
 */
export default defineConfig({
  schema: "schema.prisma",
  migrations: { path: "migrations" },
  experimental: { adapter: true },
  engine: "js",
  adapter: async () => {
    const url = process.env.DATABASE_URL;
    if (!url) throw new Error("DATABASE_URL is not set: it names the PostgreSQL database to work on.");
    // The command does not close its connections: it ends when they have been idle for long enough.
    return withNameType(new PrismaPg({ connectionString: url, idleTimeoutMillis: 500 }));
  },
});
