import type { PrismaClient } from "../../prisma/client/client.ts";
import type { SqlClient } from "../database/sql.ts";
import type { Clock, Ids } from "../ports/clock.ts";
import type { CheckInstallation, ReadScopes } from "../ports/shopify.ts";
import type { Log } from "../ports/observe.ts";
import type { Encryptor } from "../encryption/encryptor.server.ts";
import type { ShopId } from "../ports/ids.ts";

/** What all code about a shop itself gets from outside. */
export interface ShopsContext {
  db: PrismaClient;
  sql: SqlClient;
  clock: Clock;
  ids: Ids;
  encryptor: Encryptor;
  log: Log;
}

/** Codes of attention that may end with access to the shop, its orders or its customers. */
export type AccessReason =
  "shop_uninstalled" | "order_unreadable" | "order_too_old" | "order_too_old_to_send" | "awaiting_approval";

/** What deliveries about a shop itself need besides. */
export interface ShopLifecycleContext extends ShopsContext {
  askInstallation: CheckInstallation;
  readScopes: ReadScopes;
  /** Makes the orders of a shop due that wait for one of these reasons (app/orders/receive). */
  wakeHeld(shopId: ShopId, codes: readonly AccessReason[]): Promise<unknown>;
  /** Between the first confirmed uninstallation and the erasure of the shop's data, in milliseconds. */
  uninstallGraceMs: number;
}
