import {
  getNamedType,
  Kind,
  TypeInfo,
  visit,
  visitWithTypeInfo,
  type DefinitionNode,
  type DocumentNode,
  type FieldDefinitionNode,
  type GraphQLSchema,
  type InputValueDefinitionNode,
  type OperationDefinitionNode,
  type TypeNode,
} from "graphql";
import { GID_KINDS, type GidKind } from "../app/ports/gid.ts";

/** Where else than in an object's own `id`, and in the `id` of a query for one object, the schema has an id of one kind. */
const PLACES: Readonly<Record<string, GidKind>> = {
  "FulfillmentOrder.orderId": "Order",
  "FulfillmentOrderLineItemInput.id": "FulfillmentOrderLineItem",
  "FulfillmentOrderLineItemsInput.fulfillmentOrderId": "FulfillmentOrder",
  "OrderInput.id": "Order",
  "Mutation.fulfillmentOrderHold(id)": "FulfillmentOrder",
  "Mutation.fulfillmentOrderReleaseHold(id)": "FulfillmentOrder",
  "Mutation.fulfillmentOrderReleaseHold(holdIds)": "FulfillmentHold",
  "Mutation.fulfillmentOrderReportProgress(id)": "FulfillmentOrder",
  "Mutation.fulfillmentTrackingInfoUpdate(fulfillmentId)": "Fulfillment",
  "Mutation.tagsAdd(id)": "Order",
  "Mutation.tagsRemove(id)": "Order",
  "DeliveryCarrierServiceUpdateInput.id": "DeliveryCarrierService",
  "Mutation.carrierServiceDelete(id)": "DeliveryCarrierService",
  "MetafieldsSetInput.ownerId": "Order",
  "MetafieldIdentifierInput.ownerId": "Order",
};

const scalarOf = (kind: GidKind): string => `${kind}Gid`;

/** The TypeScript types of the scalars that `schemaWithGids` adds. */
export const GID_SCALARS = Object.fromEntries(GID_KINDS.map((kind) => [scalarOf(kind), `Gid<"${kind}">`]));

/**
 * Shopify's schema with a scalar for each kind of global id that the app knows. Shopify has one scalar, ID, for all of them:
 * types are generated from this schema, and operations are validated against Shopify's.
 */
export function schemaWithGids(schema: DocumentNode): DocumentNode {
  const unseen = new Set([...Object.keys(PLACES), ...GID_KINDS.map((kind) => `${kind}.id`)]);
  const placeKind = (place: string): GidKind | undefined => {
    unseen.delete(place);
    return PLACES[place];
  };
  const definitions = schema.definitions.map((definition): DefinitionNode => {
    if (definition.kind === Kind.OBJECT_TYPE_DEFINITION) {
      const fields = definition.fields?.map((field) => withFieldKinds(definition.name.value, field, placeKind));
      return { ...definition, ...(fields ? { fields } : {}) };
    }
    if (definition.kind !== Kind.INPUT_OBJECT_TYPE_DEFINITION) return definition;
    const fields = definition.fields?.map((field) =>
      withKind(field, placeKind(`${definition.name.value}.${field.name.value}`)),
    );
    return { ...definition, ...(fields ? { fields } : {}) };
  });
  if (unseen.size > 0) throw new Error(`Shopify's schema has no ${[...unseen].join(", ")}.`);
  const scalars = GID_KINDS.map((kind): DefinitionNode => {
    return { kind: Kind.SCALAR_TYPE_DEFINITION, name: { kind: Kind.NAME, value: scalarOf(kind) } };
  });
  return { ...schema, definitions: [...definitions, ...scalars] };
}

function withFieldKinds(
  type: string,
  field: FieldDefinitionNode,
  placeKind: (place: string) => GidKind | undefined,
): FieldDefinitionNode {
  const place = `${type}.${field.name.value}`;
  const ofQuery = type === "QueryRoot" ? kindNamed(nameOf(field.type)) : undefined;
  const args = field.arguments?.map((arg) =>
    withKind(arg, placeKind(`${place}(${arg.name.value})`) ?? (arg.name.value === "id" ? ofQuery : undefined)),
  );
  const kind = placeKind(place) ?? (field.name.value === "id" ? kindNamed(type) : undefined);
  return { ...withKind(field, kind), ...(args ? { arguments: args } : {}) };
}

const kindNamed = (type: string): GidKind | undefined => GID_KINDS.find((kind) => kind === type);

const nameOf = (type: TypeNode): string => (type.kind === Kind.NAMED_TYPE ? type.name.value : nameOf(type.type));

const withKind = <T extends FieldDefinitionNode | InputValueDefinitionNode>(node: T, kind: GidKind | undefined): T =>
  kind ? { ...node, type: renamed(node.type, scalarOf(kind)) } : node;

/** The same type for another scalar than ID. */
const renamed = (type: TypeNode, scalar: string): TypeNode =>
  visit(type, { Name: (name) => (name.value === "ID" ? { ...name, value: scalar } : undefined) });

/** The operations with the scalars of `schemaWithGids` in the types of their variables. */
export const operationsWithGids = (schema: GraphQLSchema, operations: DocumentNode): DocumentNode =>
  visit(operations, { OperationDefinition: (operation) => withVariableKinds(schema, operation) });

function withVariableKinds(schema: GraphQLSchema, operation: OperationDefinitionNode): OperationDefinitionNode {
  const scalars = new Map<string, string>();
  const types = new TypeInfo(schema);
  const usages = visitWithTypeInfo(types, {
    // The definition of a variable comes first, so that its usage decides.
    Variable: ({ name }) => void scalars.set(name.value, getNamedType(types.getInputType())?.name ?? ""),
  });
  visit(operation, usages);
  const variableDefinitions = operation.variableDefinitions?.map((definition) => {
    const scalar = scalars.get(definition.variable.name.value) ?? "";
    return scalar in GID_SCALARS ? { ...definition, type: renamed(definition.type, scalar) } : definition;
  });
  return { ...operation, ...(variableDefinitions ? { variableDefinitions } : {}) };
}
