import { AsyncLocalStorage } from "node:async_hooks";
import type { CallPurpose } from "../../ports/points-store.ts";

/** What the calls of a piece of work are for, and the points that were reserved for them before it began. */
export interface CallContext {
  purpose: CallPurpose;
  reserved?: ReservedPoints;
  /** The calls are parts of one read: without the later ones, the first is thrown away. */
  read?: { begun: boolean };
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

/** Does a read of several calls: once one of them was let through, the others continue it. */
export const asOneRead = <T>(read: () => T): T => {
  const context = callContext();
  return context.read ? read() : withCallContext({ ...context, read: { begun: false } }, read);
};
