import type { PrismaClient } from "../../prisma/client/client.ts";
import type { Encryptor } from "../encryption/encryptor.server.ts";
import type { Clock, Ids } from "../ports/clock.ts";
import type { ObserveCall } from "../ports/observe.ts";

/** What the practice service gets from outside. It calls no other system. */
export interface PracticeContext {
  db: PrismaClient;
  clock: Clock;
  ids: Ids;
  encryptor: Encryptor;
  /** Where customers reach the app. */
  appUrl: string;
  observe?: ObserveCall;
}
