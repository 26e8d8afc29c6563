import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { changedMigrations } from "./frozen-migrations.ts";
import { gitIn, type Git } from "./git.ts";

let folder: string;
let git: Git;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "inkbridge-release-"));
  git = gitIn(folder);
  git("init", "--quiet");
  write("000_init", "CREATE TABLE a ();");
  commit();
});
afterEach(() => rmSync(folder, { recursive: true }));

const pathOf = (name: string) => join(folder, "prisma/migrations", name);
function write(name: string, sql: string): void {
  mkdirSync(pathOf(name), { recursive: true });
  writeFileSync(join(pathOf(name), "migration.sql"), sql);
}
function commit(): void {
  git("add", ".");
  git("-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "--quiet", "-m", "A commit");
}

it("a migration may change until a release holds it", () => {
  write("000_init", "CREATE TABLE b ();");
  expect(changedMigrations(git)).toEqual([]);
});

it("a migration of a release may be neither changed nor removed", () => {
  git("tag", "v0.1.0");
  write("000_init", "CREATE TABLE b ();");
  const refused = ["prisma/migrations/000_init/migration.sql differs from the one of v0.1.0"];
  expect(changedMigrations(git)).toEqual(refused);
  rmSync(pathOf("000_init"), { recursive: true });
  commit();
  expect(changedMigrations(git)).toEqual(refused);
});

it("a migration may be added after a release", () => {
  git("tag", "v0.1.0");
  write("001_next", "CREATE TABLE b ();");
  commit();
  expect(changedMigrations(git)).toEqual([]);
});
