import { randomUUID } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import { createDatabase, type Database } from "../../app/database/db.server.ts";

export interface FreshDatabase {
  url: string;
  /** Copies the database; `restore` puts the copy in its place. Nobody may be connected at either time. */
  backUp(): Promise<{ restore(): Promise<void> }>;
  drop(): Promise<void>;
}

/** A database of its own on the PostgreSQL of the run: migrated and without rows, or without tables. */
export async function freshDatabase({ migrated } = { migrated: true }): Promise<FreshDatabase> {
  const name = `t_${randomUUID().replaceAll("-", "")}`;
  await maintain(`CREATE DATABASE ${name}${migrated ? ` TEMPLATE ${inject("templateDatabase")}` : ""}`);
  const url = new URL(inject("postgresUrl"));
  url.pathname = `/${name}`;
  const drop = (of: string) => maintain(`DROP DATABASE IF EXISTS ${of} WITH (FORCE)`);
  const copies: string[] = [];
  return {
    url: url.href,
    async backUp() {
      const copy = `${name}_${copies.length}`;
      await maintain(`CREATE DATABASE ${copy} TEMPLATE ${name}`);
      copies.push(copy);
      return {
        async restore() {
          await drop(name);
          await maintain(`CREATE DATABASE ${name} TEMPLATE ${copy}`);
        },
      };
    },
    async drop() {
      for (const one of [name, ...copies]) await drop(one);
    },
  };
}

/** A fresh database, opened as the app opens it. */
export async function openFreshDatabase(options = { connections: 10 }): Promise<FreshDatabase & Database> {
  const fresh = await freshDatabase();
  const database = createDatabase(fresh.url, options);
  const drop = async (): Promise<void> => {
    await database.close();
    await fresh.drop();
  };
  return { ...database, ...fresh, drop };
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
