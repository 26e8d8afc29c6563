import {
  getNamedType,
  isCompositeType,
  Kind,
  type ArgumentNode,
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from "graphql";

const MUTATION_COST = 10;

/**
 * A cost before execution: one point per object, the contents of a page weighted by the logarithm of its size.
 * Shopify's own figures differ; what matters is that large queries cost more and that the bucket can run dry.
 */
export function requestedCost(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Record<string, unknown>,
): number {
  const fragments = new Map(
    document.definitions
      .filter((each): each is FragmentDefinitionNode => each.kind === Kind.FRAGMENT_DEFINITION)
      .map((each) => [each.name.value, each]),
  );

  function ofSelections(set: SelectionSetNode, type: GraphQLNamedType | null | undefined): number {
    let cost = 0;
    for (const selection of set.selections) {
      if (selection.kind === Kind.FRAGMENT_SPREAD) {
        const fragment = fragments.get(selection.name.value);
        if (fragment) cost += ofSelections(fragment.selectionSet, schema.getType(fragment.typeCondition.name.value));
      } else if (selection.kind === Kind.INLINE_FRAGMENT) {
        const inner = selection.typeCondition ? schema.getType(selection.typeCondition.name.value) : type;
        cost += ofSelections(selection.selectionSet, inner);
      } else if (selection.selectionSet && type && "getFields" in type) {
        const field = type.getFields()[selection.name.value];
        const named = field && "args" in field ? getNamedType(field.type) : null;
        if (!named || !isCompositeType(named)) continue;
        cost += 1 + pageWeight(selection.arguments ?? [], variables) * ofSelections(selection.selectionSet, named);
      }
    }
    return cost;
  }

  const root = schema.getRootType(operation.operation);
  const cost = Math.ceil(ofSelections(operation.selectionSet, root));
  return operation.operation === "mutation" ? MUTATION_COST + cost : Math.max(1, cost);
}

function pageWeight(args: readonly ArgumentNode[], variables: Record<string, unknown>): number {
  const size = args.find((each) => each.name.value === "first" || each.name.value === "last");
  if (!size) return 1;
  const value =
    size.value.kind === Kind.VARIABLE ? variables[size.value.name.value] : "value" in size.value ? size.value.value : 1;
  return 1 + Math.log2(1 + Number(value ?? 1));
}
