import { z } from "zod";
import { ApiError } from "./responses.ts";
import { parse } from "./order-body.ts";
import type { ProductionLine } from "./production-line.ts";
import { findOrder } from "./store.ts";
import type { Store } from "./store.ts";

const request = z.object({
  trackingNumber: z.string().min(1).optional(),
  split: z.number().int().min(1).max(20).optional(),
  message: z.string().optional(),
  sku: z.string().default(""),
  status: z.string().default(""),
  to: z.enum(["list", "list and detail"]).default("list"),
});

/** What the printer does with one order. @throws Refusal 404 without the order, 400 for a body that is not right */
export function controlOrder(
  { store, line }: { store: Store; line: ProductionLine },
  reference: string,
  action: string,
  body: unknown,
): void {
  try {
    findOrder(store, reference);
  } catch {
    throw new ApiError(404, "no such order");
  }
  const { trackingNumber, split, message, sku, status, to } = parse(request, body);
  if (action === "produce") line.startProduction(reference);
  else if (action === "label") line.printLabel(reference, { trackingNumber });
  else if (action === "ship") line.ship(reference, { trackingNumber, split });
  else if (action === "reject-address") line.rejectAddress(reference, message);
  else if (action === "pay") line.markPaid(reference);
  else if (action === "cancel") line.cancel(reference);
  else if (action === "lose") findOrder(store, reference).hiddenFrom = to;
  else line.setStatus(reference, sku, status, message);
}
