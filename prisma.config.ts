import { PrismaPg } from "@prisma/adapter-pg";
import { defineConfig } from "prisma/config";
import { withNameType } from "./scripts/prisma-name-type.ts";

/**
 * Prisma's command line without a downloaded engine: migrations run through the JavaScript schema engine over
 * the same driver adapter as the app. Write a new migration with `npm run db:diff`; `npm run db:deploy` applies them.
 */
export default defineConfig({
  schema: "prisma/schema.prisma",
  migrations: { path: "prisma/migrations" },
  experimental: { adapter: true },
  engine: "js",
  adapter: async () => {
    const url = process.env.DATABASE_URL;
    if (!url) throw new Error("DATABASE_URL is not set: it names the PostgreSQL database to work on.");
    // The command does not close its connections: it ends when they have been idle for long enough.
    return withNameType(new PrismaPg({ connectionString: url, idleTimeoutMillis: 500 }));
  },
});
