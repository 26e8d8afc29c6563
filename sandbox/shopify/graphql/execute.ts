import {
  execute,
  getNamedType,
  getOperationAST,
  GraphQLError,
  isCompositeType,
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
import { requestedCost } from "./cost.ts";
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
  if (isCompositeType(getNamedType(info.returnType))) context.resolved += 1;
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
  const schema = adminSchema();
  const requested = requestedCost(schema, document, operation, variables);
  if (forceThrottle || !bucket.take(requested)) return throttled(requested, bucket);
  const result = await execute({
    schema,
    document,
    rootValue: ROOT,
    contextValue: context,
    variableValues: variables,
    operationName: operation.name?.value,
    fieldResolver: resolveField as GraphQLFieldResolver<unknown, unknown>,
  });
  const actual = Math.min(requested, Math.max(operation.operation === "mutation" ? 10 : 1, context.resolved));
  bucket.giveBack(requested - actual);
  const cost = { requestedQueryCost: requested, actualQueryCost: actual, throttleStatus: bucket.status() };
  return { ...result, extensions: { cost } };
}

function throttled(requested: number, bucket: Bucket) {
  const extensions = { code: "THROTTLED", documentation: "https://shopify.dev/api/usage/rate-limits" };
  const cost = { requestedQueryCost: requested, actualQueryCost: null, throttleStatus: bucket.status() };
  return { errors: [{ message: "Throttled", extensions }], extensions: { cost } };
}
