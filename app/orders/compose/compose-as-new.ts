import type { ShopSettings } from "../../settings/settings.ts";
import type { Hold } from "../core/attention.ts";
import type { OrdersContext } from "../core/context.ts";
import type { ShopRow } from "../core/shop-row.ts";
import type { MappingLookup } from "./eligibility.ts";
import type { OrderId } from "../../ports/ids.ts";
import type { OrderSnapshot, PrintOrder } from "../../ports/order-model.ts";
import { decideNewLine, type DecidedLine } from "./decide-lines.ts";
import { composeContent } from "./content.ts";
import { NO_CHANGES } from "./current-changes.ts";
import { findLinesToSend, type LineToSend } from "./lines-to-send.ts";

interface ComposeAsNewInput {
  shop: ShopRow;
  settings: ShopSettings;
  mappings: MappingLookup;
  snapshot: OrderSnapshot;
}

/** What applySnapshot would make of an order that it has never seen. */
export interface ComposedOrder {
  lines: DecidedLine[];
  linesToSend: LineToSend[];
  /** null where something prevents it, or nothing is to be printed. */
  payload: PrintOrder | null;
  holds: Hold[];
}

/**
 * Composes an order as applySnapshot does one that comes in for the first time, by the same functions, and writes nothing.
 * What Shopify has fulfilled since counts as open: the question is what would have become of the order.
 */
export function composeAsNew(
  ctx: Pick<OrdersContext, "encryptor" | "ids">,
  { shop, settings, mappings, snapshot }: ComposeAsNewInput,
): ComposedOrder {
  const orderId: OrderId = ctx.ids.uuid();
  const lines = snapshot.lines.map((line) => decideNewLine(ctx, orderId, line, { settings, mappings, snapshot }));
  const unsent = { partsOf: () => [], printFulfilled: true, changes: NO_CHANGES };
  const linesToSend = snapshot.cancelledAt === null ? findLinesToSend(lines, unsent) : [];
  if (linesToSend.length === 0) return { lines, linesToSend, payload: null, holds: [] };
  const composed = composeContent(ctx, {
    ...{ shop, settings, snapshot, linesToSend, changes: NO_CHANGES, undecidedOrphans: null },
    order: { redactedAt: null, paymentKind: null, printFulfilledAt: null },
    reference: "dry-run",
  });
  return { lines, linesToSend, ...composed };
}
