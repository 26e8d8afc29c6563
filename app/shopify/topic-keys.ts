import { z } from "zod";

interface DistinguishingKeys {
  /** shopify: every body of this topic has it. */
  present: string;
  /** Keys that mark bodies of other topics. */
  absent: readonly string[];
}

/**
 * Keys that distinguish the bodies of these topics from each other and from all others. The body is signed, the topic
 * is not: with these keys the signature covers the topic, too.
 */
const DISTINGUISHING_KEYS: Readonly<Record<string, DistinguishingKeys>> = {
  "app/uninstalled": { present: "myshopify_domain", absent: ["shop_domain"] },
  "customers/data_request": { present: "orders_requested", absent: ["orders_to_redact"] },
  "customers/redact": { present: "orders_to_redact", absent: ["orders_requested", "data_request"] },
  "shop/redact": {
    present: "shop_domain",
    absent: ["customer", "orders_to_redact", "orders_requested", "data_request", "myshopify_domain"],
  },
};

const object = z.record(z.string(), z.unknown());

/** Whether a body may be of this topic; true for topics whose handling erases nothing. */
export function bodyMatchesTopic(topic: string, body: unknown): boolean {
  const keys = Object.hasOwn(DISTINGUISHING_KEYS, topic) ? DISTINGUISHING_KEYS[topic] : undefined;
  if (!keys) return true;
  const read = object.safeParse(body).data;
  if (!read) return false;
  return Object.hasOwn(read, keys.present) && keys.absent.every((key) => !Object.hasOwn(read, key));
}
