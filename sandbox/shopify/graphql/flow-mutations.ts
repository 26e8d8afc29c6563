import { now } from "../store.ts";
import { withUserErrors } from "./user-errors.ts";
import type { GraphContext } from "./context.ts";

/** Records the triggers that an app sends to Shopify Flow, to show which workflows they would start. */
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
