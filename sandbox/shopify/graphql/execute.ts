import {
  execute,
  getOperationAST,
  GraphQLError,
  Kind,
  parse,
  validate,
  type DocumentNode,
  type GraphQLFieldResolver,
  type OperationDefinitionNode,
} from "graphql";
import { demandFieldAccess } from "./access.ts";
import type { Bucket } from "./bucket.ts";
import type { GraphContext, View } from "./context.ts";
import { actualCost, MAX_QUERY_COST, requestedCost } from "./cost.ts";
import { mutations } from "./mutations.ts";
import { queries } from "./queries.ts";
import { adminSchema } from "./schema.ts";

export interface GraphRequest {
  query: string;
  operationName?: string | null;
  variables?: Record<string, unknown> | null;
}

export interface PreparedRequest {
  document: DocumentNode;
  operation: OperationDefinitionNode;
  variables: Record<string, unknown>;
  /** The operation's name and its root fields. */
  names: string[];
}

const ROOT: View = { ...queries, ...mutations };

/** Resolves from views; a field that Shopify has and the stand-in does not is an error, never null. */
const resolveField: GraphQLFieldResolver<View, GraphContext> = (source, args, context, info) => {
  const { parentType, fieldName } = info;
  demandFieldAccess(context.shop, parentType.name, fieldName);
  if (!Object.hasOwn(source, fieldName)) {
    throw new GraphQLError(`The Shopify stand-in does not support ${parentType.name}.${fieldName} yet`);
  }
  const value = source[fieldName];
  return typeof value === "function"
    ? (value as (args: unknown, context: GraphContext) => unknown)(args, context)
    : value;
};

/** Valid documents by their text: validation against the whole schema takes longer than the request. */
const validDocuments = new Map<string, DocumentNode>();
/** More texts than the app has, so that requests made by hand cannot fill the memory. */
const MAX_DOCUMENTS = 200;

function readDocument(query: string): DocumentNode | { errors: readonly GraphQLError[] } {
  const known = validDocuments.get(query);
  if (known) return known;
  let document: DocumentNode;
  try {
    document = parse(query);
  } catch (error) {
    return { errors: [error as GraphQLError] };
  }
  const errors = validate(adminSchema(), document);
  if (errors.length > 0) return { errors };
  if (validDocuments.size < MAX_DOCUMENTS) validDocuments.set(query, document);
  return document;
}

/** Parses and validates against Shopify's schema; the errors as Shopify answers them. */
export function prepare(request: GraphRequest): PreparedRequest | { errors: readonly GraphQLError[] } {
  const document = readDocument(request.query);
  if ("errors" in document) return document;
  const operation = getOperationAST(document, request.operationName ?? undefined);
  if (!operation) return { errors: [new GraphQLError("No operation named in the request")] };
  const roots = operation.selectionSet.selections.flatMap((each) =>
    each.kind === Kind.FIELD ? [each.name.value] : [],
  );
  const names = [...(operation.name ? [operation.name.value] : []), ...roots];
  return { document, operation, variables: request.variables ?? {}, names };
}

/** Runs a prepared request and adds Shopify's `extensions.cost`. */
export async function run(prepared: PreparedRequest, context: GraphContext, bucket: Bucket, forceThrottle: boolean) {
  const { document, operation, variables } = prepared;
  const priced = { schema: adminSchema(), document, operation, variables };
  const requested = requestedCost(priced);
  if (requested > MAX_QUERY_COST) return tooExpensive(requested);
  if (forceThrottle || !bucket.take(requested)) return throttled(requested, bucket);
  const result = await execute({
    schema: priced.schema,
    document,
    rootValue: ROOT,
    contextValue: context,
    variableValues: variables,
    operationName: operation.name?.value,
    fieldResolver: resolveField as GraphQLFieldResolver<unknown, unknown>,
  });
  const actual = actualCost(priced, result.data);
  bucket.giveBack(requested - actual);
  return { ...result, extensions: { cost: costReport(requested, actual, bucket) } };
}

function costReport(requested: number, actual: number | null, bucket: Bucket) {
  return { requestedQueryCost: requested, actualQueryCost: actual, throttleStatus: bucket.status() };
}

/** Shopify refuses such a request whatever the bucket holds, and takes nothing from it. */
function tooExpensive(cost: number) {
  const message = `Query cost is ${cost}, which exceeds the single query max cost limit (${MAX_QUERY_COST}).`;
  const documentation = "https://shopify.dev/api/usage/limits#rate-limits";
  return {
    errors: [{ message, extensions: { code: "MAX_COST_EXCEEDED", cost, maxCost: MAX_QUERY_COST, documentation } }],
  };
}

function throttled(requested: number, bucket: Bucket) {
  const extensions = { code: "THROTTLED", documentation: "https://shopify.dev/api/usage/rate-limits" };
  return { errors: [{ message: "Throttled", extensions }], extensions: { cost: costReport(requested, null, bucket) } };
}
