import type { Database } from "../../database/db.server.ts";
import { silentLog } from "../../../tests/support/silent-log.ts";
import type { PrintAccountCalls, SyncedOrder } from "../../ports/print-service.ts";
import { createEncryptor } from "../../encryption/encryptor.server.ts";
import { systemIds } from "../../composition/ids.server.ts";
import type { OrdersContext } from "../core/context.ts";
import { DEFAULT_POLICY } from "../core/policy.ts";

/** A context whose print service has a list and nothing else, played in memory. */
export interface FakeListContext {
  ctx: OrdersContext;
  rows: SyncedOrder[];
  complete: boolean;
  honorsDateFilter: boolean;
  failure: Error | null;
  /** Happens while the list is read. */
  whileReading: () => Promise<void>;
  requestedRanges: { from: string; to: string }[];
  wokenOrders: string[];
  advance(ms: number): void;
}

export function createFakeListContext({ db, sql }: Pick<Database, "db" | "sql">): FakeListContext {
  let now = Date.parse("2026-11-21T09:00:00Z");
  const noop = () => undefined;
  const calls: Pick<PrintAccountCalls, "list" | "listAll"> = {
    listAll: async (range) => {
      fake.requestedRanges.push(range);
      if (fake.failure) throw fake.failure;
      await fake.whileReading();
      return { rows: fake.rows, complete: fake.complete };
    },
    list: async () => (fake.honorsDateFilter ? [] : fake.rows),
  };
  const fake: FakeListContext = {
    ctx: {
      db,
      sql,
      clock: { now: () => new Date(now) },
      ids: systemIds,
      log: silentLog,
      policy: DEFAULT_POLICY,
      encryptor: createEncryptor([{ id: "k1", key: Buffer.alloc(32, 7) }]),
      printService: { forAccount: () => calls },
      wake: { delivery: noop, order: (id: string) => fake.wokenOrders.push(id), submission: noop, parcel: noop },
    } as unknown as OrdersContext,
    rows: [],
    complete: true,
    honorsDateFilter: true,
    failure: null,
    whileReading: async () => undefined,
    requestedRanges: [],
    wokenOrders: [],
    advance: (ms) => void (now += ms),
  };
  return fake;
}
