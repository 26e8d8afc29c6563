import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { buildClientSchema, type GraphQLSchema, type IntrospectionQuery } from "graphql";

/** The Admin API version that the stand-in speaks; any other answers 404, as Shopify does for unknown versions. */
export const API_VERSION = "2026-10";

let built: GraphQLSchema | undefined;

/** Shopify's own Admin schema, built once per process (about 0.3 s). */
export function adminSchema(): GraphQLSchema {
  if (built) return built;
  const file = new URL(`../schema/admin-${API_VERSION}.json.gz`, import.meta.url);
  const introspection = JSON.parse(gunzipSync(readFileSync(file)).toString("utf8")) as { data: IntrospectionQuery };
  built = buildClientSchema(introspection.data, { assumeValid: true });
  return built;
}
