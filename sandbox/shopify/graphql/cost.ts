import { getVariableValues, type DocumentNode, type GraphQLSchema, type OperationDefinitionNode } from "graphql";
import { Pricing, UNKNOWN } from "./pricing.ts";
import { Selections } from "./selections.ts";

/**
 * shopify: "A single query may not exceed a cost of 1,000 points, regardless of plan limits."
 * https://shopify.dev/docs/apps/build/apis/graphql-admin/rate-limits
 */
export const MAX_QUERY_COST = 1000;

export interface PricedRequest {
  schema: GraphQLSchema;
  document: DocumentNode;
  operation: OperationDefinitionNode;
  variables: Record<string, unknown>;
}

/**
 * The points that Shopify takes before execution; 0 when the variables do not fit.
 *
 * shopify: a scalar or enum costs 0, an object 1, an interface or a union its dearest selection, a mutation 10, and a connection is
 * "sized by first and last" (GraphQL Admin API rate limits, read in 2026). The sizing began as two points and the objects returned
 * (Shopify Engineering, "Rate Limiting GraphQL APIs by Calculating Query Complexity"). Today, "we do
 * incorporate logarithmic scaling into connection fields" (Shopify staff, community.shopify.dev/t/24364), as
 * `2 + children * floor(2 * ln(max(2, size)))` (that thread, quoted in hrdwdmrbl/graphql-ruby). The formula gives Shopify's figures
 * in `cost.test.ts` to the point.
 */
export function requestedCost(request: PricedRequest): number {
  return costOf(request, UNKNOWN);
}

/**
 * The points that Shopify keeps after execution: the same rules for what was returned, so never more than requested. A field that is
 * null costs as an object.
 */
export function actualCost(request: PricedRequest, data: unknown): number {
  return costOf(request, data);
}

function costOf({ schema, document, operation, variables }: PricedRequest, data: unknown): number {
  const { coerced } = getVariableValues(schema, operation.variableDefinitions ?? [], variables);
  // Execution refuses variables of another type.
  if (!coerced) return 0;
  const pricing = new Pricing(new Selections(schema, document, coerced), coerced);
  const root = schema.getRootType(operation.operation);
  if (!root) return 0;
  if (operation.operation === "mutation") return pricing.ofMutation(root, operation.selectionSet);
  return Math.max(1, pricing.ofSelections(root, [operation.selectionSet], data));
}
