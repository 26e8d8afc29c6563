import type { PrismaClient } from "@prisma/client";
import type { Clock, Ids } from "../ports/clock.ts";
import type { ConnectionCheck } from "../ports/connection-check.ts";
import type { CheckInstallation } from "../ports/installation.ts";
import type { Log } from "../ports/log.ts";
import type { PrintService } from "../ports/print-service.ts";
import type { Encryptor } from "../encryption/encryptor.server.ts";
import type { Credentials } from "../ports/connection-check.ts";

/** What everything about a shop itself gets from outside. */
export interface ShopsContext {
  db: PrismaClient;
  clock: Clock;
  ids: Ids;
  encryptor: Encryptor;
  log: Log;
}

/** Has the orders of a shop looked at again that are held for one of these reasons (`wakeHeld` of the orders). */
export type WakeHeld = (shopId: string, codes: readonly string[]) => Promise<unknown>;

/** What a person's acts on a shop's settings and print account need besides. */
export interface ShopActionsContext extends ShopsContext {
  /** Obtains a token from the print service. @throws RejectedError or UnauthorizedError when it refuses the credentials, else UnavailableError */
  fetchToken(credentials: Credentials): Promise<string>;
  connectionCheck: ConnectionCheck;
  printService: PrintService;
  /** Where the print service reaches us. */
  appUrl: string;
  wakeHeld: WakeHeld;
}

/** What deliveries about a shop itself need besides. */
export interface ShopLifecycleContext extends ShopsContext {
  askInstallation: CheckInstallation;
  wakeHeld: WakeHeld;
  /** Between the first sign that the app is uninstalled and the erasure of the shop's data, in milliseconds. */
  uninstallGraceMs: number;
}
