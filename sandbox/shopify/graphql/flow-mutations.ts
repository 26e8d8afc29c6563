import { now } from "../store.ts";
import { withUserErrors } from "./user-errors.ts";
import type { GraphContext } from "./context.ts";

/** What an app tells Shopify Flow: kept, so that one can see which workflows it would have started. */
export const flowMutations = {
  flowTriggerReceive: (
    { handle, payload }: { handle?: string | null; payload?: Record<string, unknown> | null },
    { store, shop }: GraphContext,
  ) =>
    withUserErrors([], () => {
      shop.flowTriggers.push({ handle: handle ?? "", payload: payload ?? {}, at: now(store) });
      return {};
    }),
};
