/** Of an operation, what its price is known by. */
export interface PricedOperation {
  name: string;
  kind: "query" | "mutation";
}

/** Until Shopify has named a price. The reads of an order and of its fulfillments are the dearest that rows make. */
const FIRST_PRICE = { query: 60, mutation: 15 };

/**
 * What Shopify asks for an operation before it runs (shopify: requestedQueryCost), as its answers have told. The price follows from
 * the document, the sizes of pages and lists, and what is included.
 */
export function createPrices() {
  const exact = new Map<string, number>();
  const dearest = new Map<string, number>();
  return {
    of(operation: PricedOperation, variables: unknown): number {
      const { name, kind } = operation;
      return exact.get(keyOf(operation, variables)) ?? dearest.get(name) ?? FIRST_PRICE[kind];
    },
    learn(operation: PricedOperation, variables: unknown, points: number): void {
      exact.set(keyOf(operation, variables), points);
      dearest.set(operation.name, Math.max(points, dearest.get(operation.name) ?? 0));
    },
  };
}

function keyOf({ name }: PricedOperation, variables: unknown): string {
  const sizes = Object.entries(variables ?? {}).flatMap(([variable, value]) => {
    if (Array.isArray(value)) return [`${variable}:${value.length}`];
    return typeof value === "number" || typeof value === "boolean" ? [`${variable}:${String(value)}`] : [];
  });
  return [name, ...sizes].join(" ");
}
