/**
 * Writes app/shopify/admin.generated.ts from app/shopify/operations/*.graphql and the Admin schema. `--check` writes
 * nothing: it fails when an operation does not fit the schema, uses what is deprecated, or the file is stale.
 */
import { readdir, readFile, writeFile } from "node:fs/promises";
import { gunzipSync } from "node:zlib";
import { codegen } from "@graphql-codegen/core";
import * as operationTypes from "@graphql-codegen/typescript-operations";
import {
  buildASTSchema,
  buildClientSchema,
  Kind,
  NoDeprecatedCustomRule,
  parse,
  printSchema,
  print,
  specifiedRules,
  validate,
  visit,
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  type IntrospectionQuery,
  type OperationDefinitionNode,
} from "graphql";
import { GID_SCALARS, operationsWithGids, schemaWithGids } from "./gid-types.ts";

const root = new URL("../", import.meta.url);
const folder = new URL("app/shopify/operations/", root);
const target = new URL("app/shopify/admin.generated.ts", root);
const schemaFile = new URL("sandbox/shopify/schema/admin-2026-10.json.gz", root);

const HEAD = `// Written by scripts/graphql-types.ts out of operations/*.graphql. Not edited by hand.
import type { Gid } from "../ports/gid.ts";
import type { Operation } from "./client.ts";
`;

async function readSchema(): Promise<GraphQLSchema> {
  const answer = JSON.parse(gunzipSync(await readFile(schemaFile)).toString()) as { data: IntrospectionQuery };
  return buildClientSchema(answer.data);
}

async function readOperations(): Promise<DocumentNode> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".graphql")).sort();
  const texts = await Promise.all(names.map((name) => readFile(new URL(name, folder), "utf8")));
  return parse(texts.join("\n"), { noLocation: true });
}

/** What is wrong with the operations, in words; empty when nothing is. */
function problemsOf(schema: GraphQLSchema, operations: DocumentNode): string[] {
  return validate(schema, operations, [...specifiedRules, NoDeprecatedCustomRule]).map((error) => error.message);
}

function fragmentsOf(
  node: OperationDefinitionNode | FragmentDefinitionNode,
  all: Map<string, FragmentDefinitionNode>,
): Set<string> {
  const names = new Set<string>();
  visit(node, {
    FragmentSpread(spread) {
      const fragment = all.get(spread.name.value);
      if (!fragment || names.has(fragment.name.value)) return;
      names.add(fragment.name.value);
      for (const name of fragmentsOf(fragment, all)) names.add(name);
    },
  });
  return names;
}

function documentOf(node: OperationDefinitionNode, all: Map<string, FragmentDefinitionNode>): string {
  const name = node.name?.value;
  if (!name) throw new Error("Every operation needs a name.");
  const fragments = [...fragmentsOf(node, all)].flatMap((f) => all.get(f) ?? []);
  const text = [node, ...fragments].map((part) => print(part)).join("\n");
  const suffix = node.operation === "query" ? "Query" : "Mutation";
  return `export const ${name}: Operation<${name}${suffix}, ${name}${suffix}Variables> = {
  name: "${name}",
  kind: "${node.operation}",
  text: \`${text}\`,
};
`;
}

async function generate(schema: GraphQLSchema, operations: DocumentNode): Promise<string> {
  const typed = schemaWithGids(parse(printSchema(schema)));
  const schemaAst = buildASTSchema(typed, { assumeValid: true });
  const types = await codegen({
    filename: "admin.generated.ts",
    schema: typed,
    schemaAst,
    documents: [{ document: operationsWithGids(schemaAst, operations) }],
    config: {
      skipDocumentsValidation: true,
      skipTypename: true,
      enumType: "string-literal",
      useTypeImports: true,
      scalars: {
        ID: "string",
        ...GID_SCALARS,
        DateTime: "string",
        Decimal: "string",
        URL: "string",
        Money: "string",
        JSON: "Record<string, unknown>",
      },
    },
    plugins: [{ operations: {} }],
    pluginMap: { operations: operationTypes },
  });
  const all = new Map<string, FragmentDefinitionNode>();
  for (const d of operations.definitions) if (d.kind === Kind.FRAGMENT_DEFINITION) all.set(d.name.value, d);
  const documents = operations.definitions.flatMap((d) =>
    d.kind === Kind.OPERATION_DEFINITION ? [documentOf(d, all)] : [],
  );
  return [HEAD, types.trim(), "", ...documents].join("\n");
}

const schema = await readSchema();
const operations = await readOperations();
const problems = problemsOf(schema, operations);
if (problems.length > 0) {
  console.error(problems.join("\n"));
  process.exit(1);
}
const generated = await generate(schema, operations);
if (process.argv.includes("--check")) {
  const present = await readFile(target, "utf8").catch(() => "");
  if (present !== generated) {
    console.error("app/shopify/admin.generated.ts is stale: run `node scripts/graphql-types.ts`.");
    process.exit(1);
  }
} else {
  await writeFile(target, generated);
}
