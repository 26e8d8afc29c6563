/** The process of the embedded PostgreSQL: PGlite behind its socket server. One argument: the data folder. */
import { PGlite } from "@electric-sql/pglite";
import { btree_gin } from "@electric-sql/pglite/contrib/btree_gin";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { PGLiteSocketServer } from "@electric-sql/pglite-socket";
import { lockFolder } from "./folder-lock.ts";

const folder = process.argv[2];
if (!folder) throw new Error("The data folder is missing.");

const lock = lockFolder(folder);
if (!lock.held) {
  console.error(lock.why);
  process.exit(1);
}
process.on("exit", lock.release);

const db = await PGlite.create(folder, { extensions: { btree_gin, pg_trgm } });
const server = new PGLiteSocketServer({ db, host: "127.0.0.1", port: 0, maxConnections: 100 });

process.once("SIGTERM", () => {
  void (async () => {
    await server.stop();
    await db.close();
    process.exit(0);
  })();
});

await server.start();
console.log(`listening ${server.getServerConn()}`);
