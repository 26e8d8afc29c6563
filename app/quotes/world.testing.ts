import { randomUUID } from "node:crypto";
import type { Database } from "../database/db.server.ts";
import { createPrintServiceStandIn, DEFAULT_ACCOUNT, type StandInOptions } from "../../sandbox/print-service/index.ts";
import { createPrintService } from "../print-service/index.ts";
import { configOf, memoryTokens } from "../print-service/print-service.testing.ts";
import type { PricingShop } from "./price-basket.ts";
import type { QuotesContext } from "./shipping-services.ts";
import type { PrintAccountId } from "../ports/ids.ts";
import { newId } from "../../tests/support/ids.ts";

type Opened = Pick<Database, "db" | "sql">;

/** Shops in a real database, a print service over HTTP, and a clock that is moved by hand. */
export async function openQuotesWorld({ db, sql }: Opened, options: StandInOptions = {}) {
  const service = await createPrintServiceStandIn(options);
  let time = new Date("2026-11-21T09:00:00Z");
  return {
    service,
    now: () => time,
    advance: (ms: number): void => void (time = new Date(time.getTime() + ms)),
    /** How often the service was asked for a price. */
    priceRequests: () => service.state().calls["test_price"] ?? 0,

    /** A process of its own, which shares only the database with others. */
    process(password = DEFAULT_ACCOUNT.password): QuotesContext & Opened {
      const config = configOf(service.url);
      const tokens = memoryTokens(config, { ...DEFAULT_ACCOUNT, password });
      return { db, sql, printService: createPrintService({ ...config, tokens }), clock: { now: () => time } };
    },

    /** A shop with a print account of its own. */
    async shop(): Promise<PricingShop & { printAccountId: PrintAccountId }> {
      const none = new Uint8Array(1);
      const { id } = await db.printAccount.create({
        data: {
          id: newId(),
          key: randomUUID(),
          emailHash: randomUUID(),
          credentialsEncrypted: none,
          webhookHeader: "X-Key",
          webhookSecretEncrypted: none,
          createdAt: time,
        },
      });
      return { printAccountId: id, serviceCurrency: "USD" };
    },
  };
}
