import type { Ids } from "../ports/clock.ts";

const NAME_MAX = 21;
const CODE_LENGTH = 10;

/**
 * A new reference (the `order_id` of service-interface 2.3, at least 5 characters): the order's name as far as it is
 * letters, digits and hyphens, then unguessable characters. At most 32 characters; a new one at every call.
 */
export function newReference(orderName: string, ids: Pick<Ids, "code">): string {
  return `${nameForReference(orderName)}-${ids.code(CODE_LENGTH)}`;
}

/** The end of a long name tells more than its start: the number stands there. */
function nameForReference(orderName: string): string {
  const ascii = orderName
    .normalize("NFKD")
    .replace(/\p{Mark}/gu, "")
    .replace(/[^A-Za-z0-9]+/g, "-");
  return trimHyphens(trimHyphens(ascii).slice(-NAME_MAX)) || "order";
}

const trimHyphens = (text: string): string => text.replace(/^-+|-+$/g, "");
