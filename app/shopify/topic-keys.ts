import { z } from "zod";

interface Telling {
  /** shopify: every body of this topic has it. */
  has: string;
  /** Keys by which bodies of other topics are known. */
  hasNot: readonly string[];
}

/**
 * What tells the bodies of these topics apart from each other and from all others. The body is signed, the topic is not:
 * with this, a signature stands for the topic, too.
 */
const TELLING: Readonly<Record<string, Telling>> = {
  "app/uninstalled": { has: "myshopify_domain", hasNot: ["shop_domain"] },
  "customers/data_request": { has: "orders_requested", hasNot: ["orders_to_redact"] },
  "customers/redact": { has: "orders_to_redact", hasNot: ["orders_requested", "data_request"] },
  "shop/redact": {
    has: "shop_domain",
    hasNot: ["customer", "orders_to_redact", "orders_requested", "data_request", "myshopify_domain"],
  },
};

const object = z.record(z.string(), z.unknown());

/** Whether a body may be of this topic; true for topics whose bodies do nothing that a person could not do again. */
export function mayBeOf(topic: string, body: unknown): boolean {
  const telling = Object.hasOwn(TELLING, topic) ? TELLING[topic] : undefined;
  if (!telling) return true;
  const read = object.safeParse(body).data;
  if (!read) return false;
  return Object.hasOwn(read, telling.has) && telling.hasNot.every((key) => !Object.hasOwn(read, key));
}
