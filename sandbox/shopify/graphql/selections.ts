import {
  getDirectiveValues,
  GraphQLIncludeDirective,
  GraphQLSkipDirective,
  isAbstractType,
  isObjectType,
  Kind,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLObjectType,
  type GraphQLSchema,
  type SelectionSetNode,
} from "graphql";

type Fields = Map<string, FieldNode[]>;

/** What a document selects, type by type. A field that several fragments select is one field, as in an answer. */
export class Selections {
  readonly #schema: GraphQLSchema;
  readonly #fragments: Map<string, FragmentDefinitionNode>;
  readonly #variables: Record<string, unknown>;

  constructor(schema: GraphQLSchema, document: DocumentNode, variables: Record<string, unknown>) {
    this.#schema = schema;
    this.#variables = variables;
    this.#fragments = new Map(
      document.definitions.flatMap((each) =>
        each.kind === Kind.FRAGMENT_DEFINITION ? [[each.name.value, each] as const] : [],
      ),
    );
  }

  /** The fields by their name in the answer, without what @include and @skip leave out. */
  of(type: GraphQLObjectType, sets: readonly SelectionSetNode[]): Fields {
    const fields: Fields = new Map();
    for (const set of sets) this.#collect(type, set, fields);
    return fields;
  }

  /** The types of objects among which the selections differ; a type that no fragment names selects what any other does. */
  typesOf(type: GraphQLCompositeType, sets: readonly SelectionSetNode[]): readonly GraphQLObjectType[] {
    if (isObjectType(type)) return [type];
    const possible = this.#schema.getPossibleTypes(type);
    const named = new Set(sets.flatMap((set) => this.#conditions(set)));
    const found = possible.filter((each) => [...named].some((condition) => this.#applies(each, condition)));
    return found.length > 0 ? found : possible.slice(0, 1);
  }

  #collect(type: GraphQLObjectType, set: SelectionSetNode, fields: Fields): void {
    for (const selection of set.selections) {
      if (!this.#isIncluded(selection)) continue;
      if (selection.kind === Kind.FIELD) {
        const name = selection.alias?.value ?? selection.name.value;
        fields.set(name, [...(fields.get(name) ?? []), selection]);
        continue;
      }
      const fragment = this.#fragmentOf(selection);
      if (fragment && this.#applies(type, fragment.condition)) this.#collect(type, fragment.set, fields);
    }
  }

  #conditions(set: SelectionSetNode): string[] {
    return set.selections.flatMap((selection) => {
      const fragment = selection.kind === Kind.FIELD ? null : this.#fragmentOf(selection);
      return fragment ? [...(fragment.condition ? [fragment.condition] : []), ...this.#conditions(fragment.set)] : [];
    });
  }

  #fragmentOf(selection: Exclude<SelectionSetNode["selections"][number], FieldNode>) {
    const fragment = selection.kind === Kind.INLINE_FRAGMENT ? selection : this.#fragments.get(selection.name.value);
    return fragment ? { condition: fragment.typeCondition?.name.value, set: fragment.selectionSet } : null;
  }

  #applies(type: GraphQLObjectType, condition: string | undefined): boolean {
    if (condition === undefined || condition === type.name) return true;
    const named = this.#schema.getType(condition);
    return isAbstractType(named) && this.#schema.isSubType(named, type);
  }

  #isIncluded(selection: SelectionSetNode["selections"][number]): boolean {
    if (!selection.directives?.length) return true;
    const included = getDirectiveValues(GraphQLIncludeDirective, selection, this.#variables)?.["if"] !== false;
    return included && getDirectiveValues(GraphQLSkipDirective, selection, this.#variables)?.["if"] !== true;
  }
}
