import type { PrismaClient } from "@prisma/client";
import type { Log } from "../../ports/log.ts";
import type { PrintAccountCalls, SyncedOrder } from "../../ports/print-service.ts";
import { createSealer } from "../../encryption/encryptor.server.ts";
import { systemIds } from "../../composition/ids.server.ts";
import type { OrdersContext } from "../core/context.ts";
import { DEFAULT_POLICY } from "../core/policy.ts";

export const silentLog: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/** A context whose print service has a list and nothing else, played in memory. */
export interface Played {
  ctx: OrdersContext;
  rows: SyncedOrder[];
  whole: boolean;
  heedsRange: boolean;
  failure: Error | null;
  /** Happens while the list is read. */
  during: () => Promise<void>;
  asked: { from: string; to: string }[];
  woken: string[];
  pass(ms: number): void;
}

export function playedContext(db: PrismaClient): Played {
  let now = Date.parse("2026-11-21T09:00:00Z");
  const nothing = () => undefined;
  const calls: Pick<PrintAccountCalls, "list" | "listAll"> = {
    listAll: async (range) => {
      played.asked.push(range);
      if (played.failure) throw played.failure;
      await played.during();
      return { rows: played.rows, whole: played.whole };
    },
    list: async () => (played.heedsRange ? [] : played.rows),
  };
  const played: Played = {
    ctx: {
      db,
      clock: { now: () => new Date(now) },
      ids: systemIds,
      log: silentLog,
      policy: DEFAULT_POLICY,
      seal: createSealer([{ id: "k1", key: Buffer.alloc(32, 7) }]),
      printService: { forAccount: () => calls },
      wake: { delivery: nothing, order: (id: string) => played.woken.push(id), submission: nothing, parcel: nothing },
    } as unknown as OrdersContext,
    rows: [],
    whole: true,
    heedsRange: true,
    failure: null,
    during: async () => undefined,
    asked: [],
    woken: [],
    pass: (ms) => void (now += ms),
  };
  return played;
}
