import type { OrderSnapshot } from "../../ports/order-model.ts";
import type { ShopId } from "../../ports/ids.ts";
import type { OrdersContext } from "./context.ts";

/** The beginnings of a word that find it: from this many letters up to that many. Shorter words are found whole. */
const SHORTEST_PREFIX = 3;
const LONGEST_PREFIX = 12;
/** Hashes of one order. Names come first: what does not fit is the end of a long email or company. */
const MAX_HASHES = 150;
/** Words of one search. */
const MAX_SEARCH_WORDS = 8;
/** 64 bits: two words of one shop do not share a hash by chance. */
const HASH_LENGTH = 16;

/** Letters that Unicode does not take apart into a letter and an accent. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = { ß: "ss", æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d", ı: "i" };

/** The words of a text without case, accents and apostrophes: "O’Brien-Müller" has the words "obrien" and "muller". */
export function searchWords(text: string): string[] {
  const folded = text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[\p{Mark}'’]/gu, "")
    .replace(/[ßæœøłđı]/g, (letter) => PLAIN_LETTERS[letter] ?? letter);
  return [...new Set(folded.split(/[^\p{Letter}\p{Number}]+/u).filter((word) => word !== ""))];
}

/**
 * Keyed hashes of the words that find an order by its customer, and of their beginnings. They belong to the shop: the
 * same name in another shop has other hashes.
 */
export function orderSearchHashes(ctx: Hashing, shopId: ShopId, snapshot: OrderSnapshot): string[] {
  const hashes = new Set<string>();
  for (const word of new Set(customerTexts(snapshot).flatMap(searchWords)))
    for (const part of searchableParts(word)) {
      if (hashes.size === MAX_HASHES) return [...hashes];
      hashes.add(wordHash(ctx, shopId, part));
    }
  return [...hashes];
}

/** The hashes that an order must have to be found: one for each word of the search; none when the search has no word. */
export function queryHashes(ctx: Hashing, shopId: ShopId, search: string): string[] {
  const words = searchWords(search).slice(0, MAX_SEARCH_WORDS);
  return words.map((word) => wordHash(ctx, shopId, letters(word).slice(0, LONGEST_PREFIX).join("")));
}

type Hashing = Pick<OrdersContext, "encryptor">;

function customerTexts(snapshot: OrderSnapshot): string[] {
  const { shippingAddress: to, billingAddress: payer, email, customerEmail } = snapshot;
  const people = [to, payer].flatMap((one) => [one?.name, one?.firstName, one?.lastName]);
  // A postal code is also found without its blank.
  const place = [to?.city, to?.zip, to?.zip?.replaceAll(/\s/g, ""), to?.country, to?.countryCode, to?.province];
  return [...people, ...place, email, customerEmail, to?.company, payer?.company].flatMap((text) => text ?? []);
}

function searchableParts(word: string): string[] {
  const all = letters(word).slice(0, LONGEST_PREFIX);
  const shortest = Math.min(SHORTEST_PREFIX, all.length);
  return all.flatMap((_, index) => (index + 1 < shortest ? [] : [all.slice(0, index + 1).join("")]));
}

/** By code points: half a surrogate pair is no letter. */
const letters = (word: string): string[] => Array.from(word);

const wordHash = ({ encryptor }: Hashing, shopId: ShopId, word: string): string =>
  encryptor.hash(`search ${shopId} ${word}`).slice(0, HASH_LENGTH);
