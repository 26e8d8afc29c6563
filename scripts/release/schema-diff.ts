import { readFile } from "node:fs/promises";
import { PGlite } from "@electric-sql/pglite";
import { PGLiteSocketServer } from "@electric-sql/pglite-socket";
import { PrismaPg } from "@prisma/adapter-pg";
import { bindMigrationAwareSqlAdapterFactory } from "@prisma/driver-adapter-utils";
import { SchemaEngine, type DiffTarget } from "@prisma/schema-engine-wasm";

/**
 * The SQL that leads from one schema.prisma to another, or from an empty database. What `prisma migrate diff` does, whose engine is
 * an executable that no lock file covers; this package is the same engine for WebAssembly. It looks at a database's version first.
 */
export async function diffSchemas(from: string | null, to: string): Promise<string> {
  const db = await PGlite.create();
  const server = new PGLiteSocketServer({ db, host: "127.0.0.1", port: 0, maxConnections: 5 });
  await server.start();
  try {
    const adapter = new PrismaPg({ connectionString: `postgresql://postgres@${server.getServerConn()}/postgres` });
    const engine = await SchemaEngine.new(
      { datamodels: undefined },
      () => undefined,
      bindMigrationAwareSqlAdapterFactory(adapter),
    );
    const target = async (path: string): Promise<DiffTarget> => {
      return { tag: "schemaDatamodel", files: [{ path, content: await readFile(path, "utf8") }] };
    };
    const { stdout } = await engine.diff({
      from: from ? await target(from) : { tag: "empty" },
      to: await target(to),
      script: true,
      exitCode: null,
      filters: { externalTables: [], externalEnums: [] },
    });
    return stdout ?? "";
  } finally {
    await server.stop();
    await db.close();
  }
}
