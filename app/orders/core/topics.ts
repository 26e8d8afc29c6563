import { ATTENTION, ATTENTION_CODES, type AttentionCode } from "./attention.ts";

/** The kinds of reason, by which the inbox is filtered and notifications are chosen. A channel is told of one kind once an hour at most. */
export const TOPICS = ["sending", "address", "payment", "artwork", "after_sending", "account"] as const;
export type Topic = (typeof TOPICS)[number];

/** What one message is about. */
export type MessageSubject = Topic | "digest" | "test";

/** Reasons that their row does not place. */
const ADDRESS: readonly AttentionCode[] = [
  "country_unknown",
  "recipient_masked",
  "protected_data_withheld",
  "personal_data_erased",
  "contact_missing",
];
const ARTWORK: readonly AttentionCode[] = ["custom_item_unmapped", "file_missing_at_provider"];

/** The topic of a reason for attention: by what has to be done, then by when it arose. */
export function topicOf(code: AttentionCode): Topic {
  const { phase, cause, fixedIn, lacksArtwork, needsMapping, explainsState } = ATTENTION[code];
  if (cause === "address" || code.startsWith("address_") || ADDRESS.includes(code)) return "address";
  if (fixedIn === "print_account") return "account";
  if (code.startsWith("payment_") || fixedIn === "payment" || fixedIn === "prices") return "payment";
  if (explainsState) return "sending";
  if (fixedIn === "products" || lacksArtwork || needsMapping || ARTWORK.includes(code)) return "artwork";
  return phase === "problem" ? "after_sending" : "sending";
}

/** Every code with its topic, for SQL. */
export const TOPIC_ROWS: { codes: readonly AttentionCode[]; topics: readonly Topic[] } = {
  codes: ATTENTION_CODES,
  topics: ATTENTION_CODES.map(topicOf),
};

export const TOPIC_LABELS: Readonly<Record<Topic, string>> = {
  sending: "Order can't be sent",
  address: "Address",
  payment: "Payment and price",
  artwork: "Artwork or SKU",
  after_sending: "After sending",
  account: "Print account",
};
