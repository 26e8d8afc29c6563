import { AsyncLocalStorage } from "node:async_hooks";
import type { CallPurpose } from "../../ports/call-purpose.ts";

/** What the calls of a piece of work are for, and the points that were reserved for them before it began. */
export interface CallContext {
  purpose: CallPurpose;
  reserved?: ReservedPoints;
}

export interface ReservedPoints {
  id: string;
  shop: string;
  remaining: number;
  /** What the store has last heard of `remaining`. */
  recorded: number;
  /** Of all calls so far. */
  asked: number;
}

const storage = new AsyncLocalStorage<CallContext>();

export const withCallContext = <T>(context: CallContext, work: () => T): T => storage.run(context, work);

/** Without a context, a person waits. */
export const callContext = (): CallContext => storage.getStore() ?? { purpose: "page" };
