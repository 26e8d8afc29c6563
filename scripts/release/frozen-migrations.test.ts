import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { changedMigrations, migrationChecksums } from "./frozen-migrations.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "inkbridge-release-"));
  mkdirSync(join(folder, "tests/upgrade"), { recursive: true });
  write("000_init", "CREATE TABLE a ();");
});
afterEach(() => rmSync(folder, { recursive: true }));

const pathOf = (name: string) => join(folder, "prisma/migrations", name);
function write(name: string, sql: string): void {
  mkdirSync(pathOf(name), { recursive: true });
  writeFileSync(join(pathOf(name), "migration.sql"), sql);
}
const release = (version: string) =>
  writeFileSync(join(folder, "tests/upgrade", `${version}.sha256`), migrationChecksums(folder));

it("a migration may change until a release holds it", () => {
  write("000_init", "CREATE TABLE b ();");
  expect(changedMigrations(folder)).toEqual([]);
});

it("a migration of a release may be neither changed, renamed nor removed", () => {
  release("0.1.0");
  write("001_next", "CREATE TABLE b ();");
  release("0.2.0");
  write("001_next", "CREATE TABLE c ();");
  expect(changedMigrations(folder)).toEqual(["prisma/migrations/001_next/migration.sql differs from the one of 0.2.0"]);
  rmSync(pathOf("000_init"), { recursive: true });
  expect(changedMigrations(folder)).toEqual([
    "prisma/migrations/000_init/migration.sql differs from the one of 0.1.0",
    "prisma/migrations/000_init/migration.sql differs from the one of 0.2.0",
    "prisma/migrations/001_next/migration.sql differs from the one of 0.2.0",
  ]);
});

it("a migration may be added after a release", () => {
  release("0.1.0");
  write("001_next", "CREATE TABLE b ();");
  expect(changedMigrations(folder)).toEqual([]);
});
