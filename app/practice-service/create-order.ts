import { RejectedError, UnavailableError } from "../ports/errors.ts";
import type { Deadline } from "../ports/clock.ts";
import type { PrintAccountId } from "../ports/ids.ts";
import type { PrintOrder } from "../ports/order-model.ts";
import { type CreatedOrder, serviceTime, type PrintAccountCalls, type Quote } from "../ports/print-service.ts";
import { practiceOrderColumns, nextStageAt, type PracticeContext } from "./practice-order.ts";
import { Decimal } from "decimal.js";

/**
 * Stores an order (print-service: createOrder). Nothing is printed.
 * @throws RejectedError for an order that breaks a rule of the interface, an unknown SKU or a repeated reference;
 * UnavailableError after the deadline
 */
export async function createOrder(
  ctx: PracticeContext,
  printAccountId: PrintAccountId,
  order: PrintOrder,
  deadline: Deadline,
): Promise<CreatedOrder> {
  const problem = problemOf(order);
  if (problem) throw rejected(problem);
  assertKnownSkus(order.items);
  if (deadline.isOver()) throw new UnavailableError("practice create: deadline_passed");
  const id = ctx.ids.uuid();
  const enteredAt = ctx.clock.now();
  const { count } = await ctx.db.practiceOrder.createMany({
    data: {
      ...{ id, printAccountId, reference: order.reference, enteredAt, stageAt: enteredAt },
      dueAt: nextStageAt("received", enteredAt),
      ...practiceOrderColumns(ctx, id, order),
    },
    skipDuplicates: true,
  });
  if (count === 0) throw rejected(`order_id ${order.reference} exists already`);
  return {
    reference: order.reference,
    updatedAt: serviceTime(enteredAt),
    items: order.items.map(({ itemSku, quantity }, position) => ({
      serviceItemId: `${order.reference}/${position + 1}`,
      itemSku,
      quantity,
    })),
  };
}

const rejected = (providerMessage: string) =>
  new RejectedError("practice create: refused", { httpStatus: 400, providerMessage });

const REQUIRED = [
  "name",
  "email",
  "phone",
  "address1",
  "city",
  "zip",
  "province",
  "provinceCode",
  "country",
  "countryCode",
] as const satisfies (keyof PrintOrder)[];

/** The rule of the interface (print-service: createOrder) that an order breaks, if so. */
function problemOf(order: PrintOrder): string | null {
  if (order.reference.length < 5) return "order_id is shorter than 5 characters";
  if (order.provinceCode.length > 4) return "the province code is longer than 4 characters";
  const missing = REQUIRED.find((field) => order[field].trim() === "");
  if (missing) return `${missing} is empty`;
  if (order.items.length === 0) return "there are no items";
  for (const { productName, variantTitle, itemSku, quantity, artworkSides = {} } of order.items) {
    if (Object.keys(artworkSides).length > 0) return "artwork on a side other than front and back";
    if ([productName, variantTitle, itemSku].some((value) => value.trim() === "")) return "an item is incomplete";
    if (!Number.isSafeInteger(quantity) || quantity < 1) return "a quantity is not a positive whole number";
  }
  return null;
}

/** Made up, and plain enough to be recognized: every piece costs 10, and every line ships for 5. */
const BASE_COST = "10.00";
const SHIPPING_FEE = "5.00";

/** print-service: testPrice, with prices that are the same for every SKU and country. @throws RejectedError */
export function practiceQuote({ items }: Parameters<PrintAccountCalls["testPrice"]>[0]): Quote {
  assertKnownSkus(items);
  const lines = items.map(({ itemSku, quantity }) => ({
    ...{ itemSku, quantity, baseCost: BASE_COST, shippingFee: SHIPPING_FEE, taxFee: "0" },
    totalPrice: new Decimal(BASE_COST).times(quantity).plus(SHIPPING_FEE).toFixed(2),
  }));
  return { totalPrice: Decimal.sum(0, ...lines.map((line) => line.totalPrice)).toFixed(2), lines };
}

/** There is no catalog: every other SKU is known. With these a rejection can be practiced. */
const UNKNOWN = /^unknown/i;

/** @throws RejectedError where one of these SKUs counts as unknown */
function assertKnownSkus(items: readonly { itemSku: string }[]): void {
  const unknown = items.find(({ itemSku }) => UNKNOWN.test(itemSku.trim()));
  if (!unknown) return;
  const providerMessage = `Practice account: the SKU ${unknown.itemSku} counts as unknown`;
  throw new RejectedError("practice: unknown SKU", { httpStatus: 400, providerMessage });
}
