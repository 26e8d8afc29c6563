import { readFile } from "node:fs/promises";
import { parse } from "smol-toml";

/** The topics that the app subscribes to, each with its `include_fields`; null: the whole body. */
export type Subscriptions = ReadonlyMap<string, readonly string[] | null>;

interface Subscription {
  topics?: string[];
  compliance_topics?: string[];
  include_fields?: string[];
}

const APP_CONFIGURATION = new URL("../../shopify.app.toml", import.meta.url);

/** What `shopify app deploy` tells Shopify of the webhooks. */
export async function readSubscriptions(): Promise<Subscriptions> {
  const { webhooks } = parse(await readFile(APP_CONFIGURATION, "utf8")) as unknown as {
    webhooks: { subscriptions: Subscription[] };
  };
  return new Map(
    webhooks.subscriptions.flatMap(({ topics = [], compliance_topics: compliance = [], include_fields: fields }) =>
      [...topics, ...compliance].map((topic) => [topic, fields ?? null] as const),
    ),
  );
}

/** shopify: a subscription's include_fields. A period leads into an object, or into each of a list. */
export function includeFields(body: unknown, fields: readonly string[]): unknown {
  if (Array.isArray(body)) return body.map((each) => includeFields(each, fields));
  if (typeof body !== "object" || body === null) return body;
  const included = Object.entries(body).flatMap(([key, value]: [string, unknown]) => {
    if (fields.includes(key)) return [[key, value]];
    const inner = fields.flatMap((field) => (field.startsWith(`${key}.`) ? field.slice(key.length + 1) : []));
    return inner.length > 0 ? [[key, includeFields(value, inner)]] : [];
  });
  return Object.fromEntries(included) as unknown;
}
