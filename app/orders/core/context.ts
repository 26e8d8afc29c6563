import type { PrismaClient } from "../../../prisma/client/client.ts";
import type { SqlClient } from "../../database/sql.ts";
import type { Clock, Ids } from "../../ports/clock.ts";
import type { Log } from "../../ports/observe.ts";
import type { PrintService } from "../../ports/print-service.ts";
import type { Shopify } from "../../ports/shopify.ts";
import type { Wake } from "../../ports/wake.ts";
import type { ArtworkCheck, DrawnArtwork } from "../../ports/artwork.ts";
import type { HostedFiles } from "../../ports/shop-catalog.ts";
import type { Encryptor } from "../../encryption/encryptor.server.ts";
import type { Policy } from "./policy.ts";

/** Everything the domain gets from outside. */
export interface OrdersContext {
  db: PrismaClient;
  sql: SqlClient;
  printService: PrintService;
  shopify: Shopify;
  artwork: ArtworkCheck;
  drawnArtwork: Pick<DrawnArtwork, "drawPrintFile">;
  hostedFiles: HostedFiles;
  clock: Clock;
  ids: Ids;
  /** In [0, 1). */
  random(): number;
  log: Log;
  wake: Wake;
  encryptor: Encryptor;
  policy: Policy;
}

/** What decisions about an order need besides its rows. */
export type DecideContext = Pick<OrdersContext, "clock" | "ids" | "encryptor" | "policy">;

/** What a new row needs besides its content. */
export type WriteContext = Pick<OrdersContext, "clock" | "ids">;
