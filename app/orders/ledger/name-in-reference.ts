/** What `newReference` (orders/reference.ts) makes: the name of the order as far as it goes, and ten characters of our alphabet. */
const OURS = /^(.+)-[0-9A-HJKMNP-TV-Z]{10}$/;

/** The order name that a reference seems to carry, without a "#". null: it does not look like one of ours. */
export const nameInReference = (reference: string): string | null => OURS.exec(reference)?.[1] ?? null;
