import { randomUUID } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import { createDatabase, type Database } from "../../app/db.server.ts";

export interface FreshDatabase {
  url: string;
  drop(): Promise<void>;
}

/** An empty, migrated database of its own on the run's real PostgreSQL. */
export async function freshDatabase(): Promise<FreshDatabase> {
  const name = `t_${randomUUID().replaceAll("-", "")}`;
  await maintain(`CREATE DATABASE ${name} TEMPLATE ${inject("templateDatabase")}`);
  const url = new URL(inject("postgresUrl"));
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => maintain(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) };
}

/** A fresh database, opened as the app opens it. */
export async function openFreshDatabase(options = { connections: 10 }): Promise<FreshDatabase & Database> {
  const fresh = await freshDatabase();
  const database = createDatabase(fresh.url, options);
  const drop = async (): Promise<void> => {
    await database.close();
    await fresh.drop();
  };
  return { ...database, url: fresh.url, drop };
}

async function maintain(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject("postgresUrl") });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
