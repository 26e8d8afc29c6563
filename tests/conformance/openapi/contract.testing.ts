import { fileURLToPath } from "node:url";
import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { expect } from "vitest";
import type { Dialect } from "../dialects.ts";
import type { Recorded } from "../recorder.testing.ts";

type Headers = Recorded["headers"];
const documentAt = (name: string) => fileURLToPath(new URL(`../../../docs/${name}`, import.meta.url));

/** Where each version is described, and how a request of it shows its token. */
const VERSIONS = {
  v1: {
    file: documentAt("print-service.openapi.yaml"),
    pathPrefix: "/cdn/api",
    tokenIn: (headers: Headers, prefix: string) => headers[`${prefix.toLowerCase()}-access-token`],
  },
  v3: {
    file: documentAt("print-service-v3.openapi.yaml"),
    pathPrefix: "/v3",
    tokenIn: (headers: Headers, prefix: string) =>
      /^Bearer ./.exec(headers.authorization ?? "")?.[0] ?? headers[`${prefix.toLowerCase()}-access-token`],
  },
};
type Version = keyof typeof VERSIONS;

type Schema = Record<string, unknown>;
type Content = Record<string, { schema: Schema }>;
interface Parameter {
  name: string;
  required?: boolean;
  schema: Schema;
}
interface Operation {
  operationId: string;
  security?: unknown[];
  parameters?: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
}
interface OpenApiDocument {
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, { post: Operation }>;
}

/** What the validator of documents says of a version's. */
export const validateDocument = (version: Version) => new Validator().validate(VERSIONS[version].file);

/** The interface of the print service as the document describes it, for one prefix. */
export interface Contract {
  operations: string[];
  /** Fails unless the request and its answer are those of an operation; returns the operation's id. */
  checkExchange(recorded: Recorded): string;
  /** Fails unless the body is that of the webhook. */
  checkEvent(name: string, body: string): void;
}

const resolved: Partial<Record<Version, Promise<OpenApiDocument>>> = {};
async function resolveDocument(version: Version): Promise<OpenApiDocument> {
  const validator = new Validator();
  await validator.validate(VERSIONS[version].file);
  return validator.resolveRefs() as unknown as OpenApiDocument;
}

/** No schema accepts a field that the document does not name. */
export async function openContract(
  { prefix, getParams }: Pick<Dialect, "prefix" | "getParams">,
  version: Version = "v1",
): Promise<Contract> {
  const { pathPrefix, tokenIn } = VERSIONS[version];
  const { paths, webhooks } = withPrefix(await (resolved[version] ??= resolveDocument(version)), prefix);
  const ajv = new Ajv2020({ strict: false, allErrors: true, coerceTypes: false });
  const coercing = new Ajv2020({ strict: false, allErrors: true, coerceTypes: true });
  const compiled = new Map<string, ValidateFunction>();
  const check = (by: Ajv2020, schema: Schema, value: unknown, what: string) => {
    const validate = compiled.get(what) ?? by.compile(closed(schema));
    compiled.set(what, validate);
    validate(value);
    expect({ what, problems: validate.errors ?? [] }).toEqual({ what, problems: [] });
  };

  return {
    operations: Object.values(paths).flatMap((path) => Object.values(path).map(({ operationId }) => operationId)),
    checkExchange({ method, path, query, headers, body, answer }) {
      const operation = paths[path.slice(pathPrefix.length)]?.[method.toLowerCase()];
      if (!operation) throw new Error(`the document has no ${method} ${path}`);
      const { operationId, security, parameters = [], requestBody, responses } = operation;
      const token = tokenIn(headers, prefix);
      expect([operationId, typeof token]).toEqual([operationId, security?.length === 0 ? "undefined" : "string"]);
      if (requestBody) {
        expect(headers["content-type"]).toBe("application/json");
        check(ajv, schemaOf(requestBody.content), JSON.parse(body), `${operationId}: request`);
        check(coercing, objectOf(parameters), query, `${operationId}: parameters`);
      } else {
        // Where parameters of a GET go is not shown. A query string holds text only.
        const given = getParams === "query" ? query : (JSON.parse(body) as object);
        check(coercing, objectOf(parameters), given, `${operationId}: parameters`);
      }
      const described = answer && responses[answer.status]?.content;
      if (!described) throw new Error(`the document has no answer ${answer?.status} of ${operationId}`);
      check(ajv, schemaOf(described), JSON.parse(answer.body), `${operationId}: answer ${answer.status}`);
      return operationId;
    },
    checkEvent(name, body) {
      const webhook = webhooks[name];
      if (!webhook?.post.requestBody) throw new Error(`the document has no webhook ${name}`);
      check(ajv, schemaOf(webhook.post.requestBody.content), JSON.parse(body), name);
    },
  };
}

const schemaOf = (content: Content): Schema => content["application/json"]?.schema ?? {};

const objectOf = (parameters: Parameter[]): Schema => ({
  type: "object",
  required: parameters.filter(({ required }) => required).map(({ name }) => name),
  properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
});

/** The document writes `svc` where each installation has its own prefix. */
const withPrefix = (document: OpenApiDocument, prefix: string): OpenApiDocument =>
  JSON.parse(JSON.stringify(document).replaceAll('"svc_', `"${prefix}_`)) as OpenApiDocument;

function closed(schema: unknown): Schema {
  return JSON.parse(JSON.stringify(schema), (_, value: unknown) =>
    typeof value === "object" && value !== null && "properties" in value && !("additionalProperties" in value)
      ? { ...value, additionalProperties: false }
      : value,
  ) as Schema;
}
