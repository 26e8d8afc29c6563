/** For tests only: shops over a real database, each with a print account whose catalog the test writes, and a clock moved by hand. */
import { openFreshDatabase } from "../../../tests/support/database.ts";
import { newId } from "../../../tests/support/ids.ts";
import { silentLog } from "../../../tests/support/silent-log.ts";
import { systemIds } from "../../composition/ids.server.ts";
import { takeTurn } from "../../long-runs/engine.ts";
import { MINUTE_MS } from "../../ports/clock.ts";
import { RemoteError } from "../../ports/errors.ts";
import type { PrintAccountId, ShopId } from "../../ports/ids.ts";
import {
  NO_FURTHER_CALLS,
  type CatalogProduct,
  type CatalogVariant,
  type FurtherCalls,
  type InterfaceVersion,
  type PrintService,
} from "../../ports/print-service.ts";
import { catalogCopyRun, type CatalogCopyContext } from "./copy-catalog.ts";

type Pages = FurtherCalls["products"];

export type TestVariant = Partial<CatalogVariant> & { color?: string; hex?: string; size?: string; cost?: string };

export function catalogVariant(itemSku: string, more: TestVariant = {}): CatalogVariant {
  const { color, hex = null, size, cost, ...rest } = more;
  const attributes = [
    ...(color ? [{ name: "Color", value: color, hexColor: hex }] : []),
    ...(size ? [{ name: "Size", value: size, hexColor: null }] : []),
  ];
  const locations = cost ? [{ name: "", code: "US", madeIn: "US", baseCost: cost, printAreas: [] }] : [];
  const base = { title: itemSku, oldSkus: [], variantId: null, availability: null };
  return { ...base, itemSku, attributes, locations, ...rest };
}

export const catalogOf = (name: string, variants: CatalogVariant[]): CatalogProduct => ({
  ...{ code: name.toUpperCase(), name, pictureUrl: "", templateUrl: "", variants },
});

/** A service that has so many products on a page, and says of the last one that it is the last. */
export const paged =
  (products: readonly CatalogProduct[], perPage = 2): Pages =>
  async ({ page }) => ({
    products: products.slice((page - 1) * perPage, page * perPage),
    last: page * perPage >= products.length,
  });

export async function openCatalogCopyWorld() {
  const database = await openFreshDatabase();
  const { db, sql } = database;
  let time = new Date("2026-11-30T12:00:00Z");
  const answers = new Map<PrintAccountId, Pages>();
  const asked: { account: PrintAccountId; page: number }[] = [];
  const printService = {
    forAccount: (account: PrintAccountId) => ({
      further: async (): Promise<FurtherCalls> => ({
        ...NO_FURTHER_CALLS,
        products: (input) => {
          asked.push({ account, page: input.page });
          return (answers.get(account) ?? paged([]))(input);
        },
      }),
    }),
  } as PrintService;
  const ctx: CatalogCopyContext & { sql: typeof sql } = {
    ...{ db, sql, ids: systemIds, clock: { now: () => time }, random: () => 0, log: silentLog, printService },
  };
  const options = { stopping: new AbortController().signal, claimMs: MINUTE_MS };

  return {
    ...database,
    ctx,
    asked,
    now: () => time,
    advance: (ms: number): void => void (time = new Date(time.getTime() + ms)),
    answer: (account: PrintAccountId, pages: Pages): void => void answers.set(account, pages),

    async shop(interfaceVersion: InterfaceVersion = "v3"): Promise<{ id: ShopId; printAccountId: PrintAccountId }> {
      const [id, printAccountId, none] = [newId(), newId(), new Uint8Array(1)];
      await db.printAccount.create({
        data: {
          ...{ id: printAccountId, key: printAccountId, emailHash: printAccountId, interfaceVersion, createdAt: time },
          ...{ credentialsEncrypted: none, webhookHeader: "X-Key", webhookSecretEncrypted: none },
        },
      });
      const shop = {
        id,
        domain: `${id}.myshopify.com`,
        installedAt: time,
        goLiveAt: time,
        settings: {},
        printAccountId,
      };
      await db.shop.create({ data: { ...shop, connectedAt: time, timezone: "America/New_York", currency: "USD" } });
      return { id, printAccountId };
    },

    /** Takes the turns of an account as a worker does, minute by minute, until nothing is due. */
    async work(account: PrintAccountId, minutes = 30): Promise<void> {
      for (let minute = 0; minute < minutes; minute += 1) {
        const due = (await catalogCopyRun.due(ctx)).find(({ id }) => id === account);
        if (!due) return;
        await takeTurn(ctx, catalogCopyRun, due, options).catch((error: unknown) => {
          if (!(error instanceof RemoteError)) throw error;
        });
        time = new Date(time.getTime() + MINUTE_MS);
      }
    },
  };
}
