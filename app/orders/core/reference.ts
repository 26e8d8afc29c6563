import { CODE_ALPHABET, type Ids } from "../../ports/clock.ts";
import type { Encryptor } from "../../encryption/encryptor.server.ts";
import type { Gid } from "../../ports/gid.ts";

const NAME_MAX = 15;
const TAG_LENGTH = 8;
const RANDOM_LENGTH = 8;
const REFERENCE = new RegExp(`^(.+)-([${CODE_ALPHABET}]{${TAG_LENGTH}})[${CODE_ALPHABET}]{${RANDOM_LENGTH}}$`);

type TagPurpose = "order" | "reprint";

/** The tags of an order's references, by what they stand for. */
export function orderTags(
  encryptor: Pick<Encryptor, "hash">,
  shopDomain: string,
  orderGid: Gid<"Order">,
): ReadonlyMap<string, TagPurpose> {
  const purposes = ["order", "reprint"] as const;
  return new Map(purposes.map((purpose) => [orderTag(encryptor, shopDomain, orderGid, purpose), purpose]));
}

/**
 * The order's part of its references: 40 bits of a keyed hash, so that nobody else can make one. By it an order finds its
 * references at the print service after the database has lost them. Reprints have a tag of their own: a lost reprint must not
 * pass for what the customer ordered.
 */
export function orderTag(
  encryptor: Pick<Encryptor, "hash">,
  shopDomain: string,
  orderGid: Gid<"Order">,
  purpose: TagPurpose = "order",
): string {
  const name = `${purpose === "reprint" ? "reprint " : ""}reference ${shopDomain} ${orderGid}`;
  let bits = BigInt(`0x${encryptor.hash(name).slice(0, (TAG_LENGTH * 5) / 4)}`);
  let tag = "";
  for (let at = 0; at < TAG_LENGTH; at += 1, bits >>= 5n) tag += CODE_ALPHABET[Number(bits & 31n)];
  return tag;
}

/**
 * A new reference (print-service: NewOrder, order_id, at least 5 characters): the order's name as far as it is
 * letters, digits and hyphens, the order's tag, then unguessable characters. At most 32 characters; a new one at every call.
 */
export function newReference(order: { name: string; tag: string }, ids: Pick<Ids, "code">): string {
  return `${nameForReference(order.name)}-${order.tag}${ids.code(RANDOM_LENGTH)}`;
}

/** The parts of a reference in this app's form, perhaps of another installation; null for any other. */
export function parseReference(reference: string): { name: string; tag: string } | null {
  const [, name, tag] = REFERENCE.exec(reference) ?? [];
  return name !== undefined && tag !== undefined ? { name, tag } : null;
}

/** Keeps the end of a long name, where the number is. */
function nameForReference(orderName: string): string {
  const ascii = orderName
    .normalize("NFKD")
    .replace(/\p{Mark}/gu, "")
    .replace(/[^A-Za-z0-9]+/g, "-");
  return trimHyphens(trimHyphens(ascii).slice(-NAME_MAX)) || "order";
}

const trimHyphens = (text: string): string => text.replace(/^-+|-+$/g, "");
