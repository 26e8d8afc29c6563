import type { PrismaClient } from "@prisma/client";
import type { Clock, Ids } from "../../ports/clock.ts";
import type { Log } from "../../ports/log.ts";
import type { RemoteError } from "../../ports/errors.ts";
import type { PrintService, SyncedOrder } from "../../ports/print-service.ts";
import type { Shopify } from "../../ports/shopify.ts";
import type { Wake } from "../../ports/wake.ts";
import type { ArtworkCheck } from "../../ports/artwork.ts";
import type { Encryptor } from "../../encryption/encryptor.server.ts";
import type { Policy } from "./policy.ts";

/** Everything the domain gets from outside. */
export interface OrdersContext {
  db: PrismaClient;
  printService: PrintService;
  listScan: ListScanner;
  shopify: Shopify;
  artwork: ArtworkCheck;
  clock: Clock;
  ids: Ids;
  /** In [0, 1). */
  random(): number;
  log: Log;
  wake: Wake;
  encryptor: Encryptor;
  policy: Policy;
}

/** One complete reading of an account's list, for all of its submissions that nobody knows of. */
export interface ListScan {
  /** When it began: what happened later, it may not show. */
  startedAt: Date;
  /** It shows what was sent from here on. */
  since: Date;
  /** References that were looked for: of any other this walk says nothing. */
  searched: ReadonlySet<string>;
  /** On the service's clock, as asked. */
  range: { from: string; to: string };
  outcome: ScanOutcome | { failed: RemoteError };
}

interface ScanOutcome {
  failed: null;
  rows: number;
  /** As in ListReading. */
  complete: boolean;
  /** False where the service takes no notice of the range: what it does not show may be there all the same. */
  dateFilterHonoured: boolean;
  /** By reference: those of the wanted ones that it showed. */
  found: ReadonlyMap<string, SyncedOrder>;
  /** Every reference that it showed, and that looks like ours. */
  listed: ReadonlySet<string>;
}

/** What a look-up needs of a walk. */
export interface ScanRequest {
  account: string;
  reference: string;
  /** It has to show what was sent from here on: the submission, and what was sent on the account just before it. */
  from: Date;
  /** It has to have begun then or later. */
  dueAt: Date;
}

/** Walks over the lists of the service: one serves all look-ups of an account that are due together. */
export interface ListScanner {
  /** The walk that was begun since the look-up became due, else a new one. One that failed is shared, too. */
  scanFor(request: ScanRequest): Promise<ListScan>;
}
