import { PrismaPg } from "@prisma/adapter-pg";
import { bindMigrationAwareSqlAdapterFactory } from "@prisma/driver-adapter-utils";
import { SchemaEngine } from "@prisma/schema-engine-wasm";
import { expect, it, onTestFinished } from "vitest";
import { freshDatabase } from "../../tests/support/database.ts";
import { readMigrations } from "./files.ts";

it("Prisma's own engine finds a migrated database up to date, with no migration changed or failed", async () => {
  const database = await freshDatabase();
  onTestFinished(database.drop);
  const adapter = bindMigrationAwareSqlAdapterFactory(new PrismaPg({ connectionString: database.url }));
  const engine = await SchemaEngine.new({ datamodels: undefined }, () => undefined, adapter);
  const migrationDirectories = (await readMigrations()).map(({ name, sql }) => ({
    path: name,
    migrationFile: { path: "migration.sql", content: { tag: "ok" as const, value: sql } },
  }));
  const lockfile = { path: "migration_lock.toml", content: null };
  const found = await engine.diagnoseMigrationHistory({
    migrationsList: { baseDir: "prisma/migrations", lockfile, shadowDbInitScript: "", migrationDirectories },
    optInToShadowDatabase: false,
    filters: { externalTables: [], externalEnums: [] },
  });
  expect(found).toMatchObject({
    hasMigrationsTable: true,
    history: null,
    editedMigrationNames: [],
    failedMigrationNames: [],
  });
});
