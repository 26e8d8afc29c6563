import { readFileSync } from "node:fs";
import pg from "pg";
import { expect, test } from "vitest";

const compose = readFileSync(new URL("../compose.yaml", import.meta.url), "utf8");

test("a password of any characters reaches PostgreSQL: it stands apart from the address", () => {
  const password = "a/b#c%d@e:f?";
  const value = (name: string) =>
    new RegExp(`^ +${name}: (.*)$`, "m").exec(compose)?.[1]?.replace(/\$\{POSTGRES_PASSWORD[^}]*\}/, password);
  const before = process.env.PGPASSWORD;
  process.env.PGPASSWORD = value("PGPASSWORD");
  try {
    const client = new pg.Client({ connectionString: value("DATABASE_URL") });
    expect(client).toMatchObject({ host: "postgres", user: "inkbridge", database: "inkbridge", password });
  } finally {
    if (before === undefined) delete process.env.PGPASSWORD;
    else process.env.PGPASSWORD = before;
  }
});
