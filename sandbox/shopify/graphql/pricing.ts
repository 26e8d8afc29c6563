import {
  getNamedType,
  getNullableType,
  isCompositeType,
  isListType,
  valueFromASTUntyped,
  type FieldNode,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLObjectType,
  type SelectionSetNode,
} from "graphql";
import type { Selections } from "./selections.ts";

const OBJECT = 1;
const CONNECTION = 2;
const MUTATION = 10;
/** Shopify's largest page: for a connection that says neither first nor last. */
const LARGEST_PAGE = 250;

/** Values without an identity: Shopify charges neither for them nor for what they hold. Found in the figures of `cost.test.ts`. */
const VALUE_OBJECTS = new Set([
  "PageInfo",
  "MoneyBag",
  "MoneyV2",
  "LocationAddress",
  "InventoryItemMeasurement",
  "Weight",
]);

/**
 * Points for each entry of a mutation's input. One staged upload costs 11, one productCreateMedia 20; fileCreate is taken to
 * cost as much.
 */
const POINTS_PER_INPUT: Record<string, number> = { stagedUploadsCreate: 1, fileCreate: 10 };

/** Stands for a value that is not known before execution. */
export const UNKNOWN = Symbol("unknown");

/** What selections cost by the rules of `cost.ts`, before execution (`UNKNOWN`) or for a value that was returned. */
export class Pricing {
  readonly #selections: Selections;
  readonly #variables: Record<string, unknown>;

  constructor(selections: Selections, variables: Record<string, unknown>) {
    this.#selections = selections;
    this.#variables = variables;
  }

  /** The price includes the payload. */
  ofMutation(root: GraphQLObjectType, set: SelectionSetNode): number {
    const fields = [...this.#selections.of(root, [set]).values()].flatMap(([node]) => node ?? []);
    return sum(fields.map((node) => MUTATION + (POINTS_PER_INPUT[node.name.value] ?? 0) * this.#inputs(node)));
  }

  /** Without the object itself, whose point an interface costs as well: that of the dearest type that the object may have. */
  ofSelections(type: GraphQLCompositeType, sets: readonly SelectionSetNode[], value: unknown): number {
    return dearest(
      this.#selections.typesOf(type, sets).map((object) => {
        const fields = object.getFields();
        const nodes = [...this.#selections.of(object, sets)];
        return sum(
          nodes.map(([name, each]) => this.#ofField(fields[each[0]?.name.value ?? ""], each, read(value, name))),
        );
      }),
    );
  }

  #ofField(field: GraphQLField<unknown, unknown> | undefined, nodes: readonly FieldNode[], value: unknown): number {
    const type = field && getNamedType(field.type);
    // Undefined: the selection of another type than the object has.
    if (!isCompositeType(type) || VALUE_OBJECTS.has(type.name) || value === undefined) return 0;
    if (value === null) return OBJECT;
    const sets = setsOf(nodes);
    const size = this.#pageSize(nodes);
    if (type.name.endsWith("Connection")) return this.#ofConnection(type, sets, size ?? LARGEST_PAGE, value);
    if (!isListType(getNullableType(field?.type))) return OBJECT + this.ofSelections(type, sets, value);
    // Shopify charges a list once. Whether that holds for a list with a size is not known: it costs as a connection here.
    if (size !== null) return CONNECTION + this.#ofPage(size, type, OBJECT, sets, value);
    return Math.max(OBJECT, this.#dearestItem(type, OBJECT, sets, value));
  }

  /** The size multiplies the nodes alone. An edge costs nothing. */
  #ofConnection(type: GraphQLCompositeType, sets: readonly SelectionSetNode[], size: number, value: unknown): number {
    const [connection] = this.#selections.typesOf(type, sets);
    if (!connection) return CONNECTION;
    const costs = [...this.#selections.of(connection, sets)].map(([name, nodes]) => {
      const field = connection.getFields()[nodes[0]?.name.value ?? ""];
      const item = field && getNamedType(field.type);
      const isPage = field?.name === "nodes" || field?.name === "edges";
      if (!isPage || !isCompositeType(item)) return this.#ofField(field, nodes, read(value, name));
      const own = field.name === "nodes" ? OBJECT : 0;
      return this.#ofPage(size, item, own, setsOf(nodes), read(value, name));
    });
    return CONNECTION + sum(costs);
  }

  #ofPage(size: number, type: GraphQLCompositeType, own: number, sets: readonly SelectionSetNode[], value: unknown) {
    return sizing(value === UNKNOWN ? size : items(value).length) * this.#dearestItem(type, own, sets, value);
  }

  #dearestItem(type: GraphQLCompositeType, own: number, sets: readonly SelectionSetNode[], value: unknown): number {
    return dearest(items(value).map((each) => own + (each === null ? 0 : this.ofSelections(type, sets, each))));
  }

  /** `first`, `last`, or the number of `ids`; null for a field that has none of them. */
  #pageSize(nodes: readonly FieldNode[]): number | null {
    const { first, last, ids } = this.#args(nodes[0]);
    if (Array.isArray(ids)) return ids.length;
    return typeof first === "number" ? first : typeof last === "number" ? last : null;
  }

  /** The entries of the lists in a mutation's arguments; an object in the place of a list is a list of one. */
  #inputs(node: FieldNode): number {
    return sum(Object.values(this.#args(node)).map((each) => (Array.isArray(each) ? each.length : 1)));
  }

  #args(node: FieldNode | undefined): Record<string, unknown> {
    return Object.fromEntries(
      (node?.arguments ?? []).map((each) => [each.name.value, valueFromASTUntyped(each.value, this.#variables)]),
    );
  }
}

const setsOf = (nodes: readonly FieldNode[]) => nodes.flatMap((node) => node.selectionSet ?? []);
const sizing = (size: number): number => (size > 0 ? Math.floor(2 * Math.log(Math.max(2, size))) : 0);
const sum = (costs: readonly number[]): number => costs.reduce((total, each) => total + each, 0);
const dearest = (costs: readonly number[]): number => Math.max(0, ...costs);

const read = (value: unknown, name: string): unknown =>
  value === UNKNOWN ? UNKNOWN : (value as Record<string, unknown> | null)?.[name];

/** Before execution, one item stands for all. */
const items = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : value === UNKNOWN ? [UNKNOWN] : [];
