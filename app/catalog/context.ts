import type { PrismaClient } from "../../prisma/client/client.ts";
import type { OrdersContext } from "../orders/core/context.ts";
import type { ShopRow } from "../orders/core/shop-row.ts";
import type { ShopCatalog } from "../ports/shop-catalog.ts";

/** What reading and writing mappings needs. */
export type CatalogContext = Pick<OrdersContext, "db" | "sql" | "clock" | "ids" | "wake" | "printService" | "artwork">;

/** The shop whose mappings are read or changed. */
export type CatalogShop = Pick<ShopRow, "id" | "printAccountId" | "settings">;

/** What reading products with their mappings needs. */
export interface ProductReadContext {
  db: PrismaClient;
  catalog: ShopCatalog;
}
