/** One named GraphQL operation with the types of its answer and its variables. */
export interface Operation<Result, Variables> {
  name: string;
  kind: "query" | "mutation";
  text: string;
  /** Never present: carries the types. */
  types?: (variables: Variables) => Result;
}
