import { INBOX_CODES, type AttentionCode } from "../../core/attention.ts";
import { topicOf, TOPICS, type Topic } from "../../core/topics.ts";

/** The tabs of the inbox. What is snoozed is on its own tab alone. */
export const INBOX_TABS = ["open", "mine", "unassigned", "snoozed"] as const;
export type InboxTab = (typeof INBOX_TABS)[number];

/** Why staff snoozes an order. */
export const SNOOZE_REASONS = ["customer", "print_service", "colleague", "payment", "other"] as const;

/** The query of the inbox, which the page's address holds. */
export interface InboxQuery {
  tab: InboxTab;
  /** Any of these; empty: every one. */
  topics: readonly Topic[];
  reasons: readonly AttentionCode[];
  /** The cursor before the page; null: the first page. */
  after: string | null;
}

export const DEFAULT_INBOX: InboxQuery = { tab: "open", topics: [], reasons: [], after: null };

const MAX_CURSOR_LENGTH = 100;

/** The query of an address. Invalid parts take their default. */
export function readInboxQuery(params: URLSearchParams): InboxQuery {
  const among = <T extends string>(name: string, known: readonly T[]): T[] => {
    const given = (params.get(name) ?? "").split(",");
    return known.filter((value) => given.includes(value));
  };
  return {
    tab: INBOX_TABS.find((tab) => tab === params.get("tab")) ?? DEFAULT_INBOX.tab,
    topics: among("topic", TOPICS),
    reasons: among("reason", INBOX_CODES),
    after: params.get("after")?.slice(0, MAX_CURSOR_LENGTH) ?? null,
  };
}

/** The address of a query, without the defaults. `readInboxQuery` returns the same query. */
export function writeInboxQuery({ tab, topics, reasons, after }: InboxQuery): URLSearchParams {
  const params = new URLSearchParams();
  if (tab !== DEFAULT_INBOX.tab) params.set("tab", tab);
  if (topics.length > 0) params.set("topic", topics.join(","));
  if (reasons.length > 0) params.set("reason", reasons.join(","));
  if (after) params.set("after", after);
  return params;
}

export const isInboxFiltered = ({ topics, reasons }: InboxQuery): boolean => topics.length > 0 || reasons.length > 0;

/** The reasons of which an order has one; null: whatever reason needs a person. */
export function wantedCodes({ topics, reasons }: InboxQuery): readonly AttentionCode[] | null {
  if (topics.length === 0 && reasons.length === 0) return null;
  const ofTopics = topics.length === 0 ? INBOX_CODES : INBOX_CODES.filter((code) => topics.includes(topicOf(code)));
  return reasons.length === 0 ? ofTopics : ofTopics.filter((code) => reasons.includes(code));
}
