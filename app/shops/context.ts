import type { PrismaClient } from "@prisma/client";
import type { Clock, Ids } from "../ports/clock.ts";
import type { Log } from "../ports/log.ts";
import type { Sealer } from "../seal.server.ts";

/** What everything about a shop itself gets from outside. */
export interface ShopsContext {
  db: PrismaClient;
  clock: Clock;
  ids: Ids;
  seal: Sealer;
  log: Log;
}
