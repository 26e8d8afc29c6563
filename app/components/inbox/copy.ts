import type { SnoozeReason } from "../../../prisma/client/client.ts";
import type { TriageResult } from "../../orders/actions/triage.ts";
import type { InboxTab } from "../../orders/pages/inbox/inbox-query.ts";
import { formatNumber, pluralize } from "../common/format.ts";
import { SNOOZE_REASON_LABELS } from "../common/labels.ts";

export const INBOX = {
  title: "Inbox",
  activity: "Activity",
  entries: "What needs you",
  pages: "Pages of the inbox",
  store: "Your store",
  keys: "With an order focused: J and K move, Enter opens, X selects.",
  noMatch: { title: "No orders found", hint: "Try changing the filters." },
};

/** The tabs, each with the title and the hint of its empty list. */
export const TAB_COPY: Readonly<Record<InboxTab, { label: string; empty: string; hint: string }>> = {
  open: {
    label: "Open",
    empty: "Nothing needs you",
    hint: "Orders that wait for a decision or a fix appear here, the most urgent first.",
  },
  mine: {
    label: "Assigned to me",
    empty: "Nothing is assigned to you",
    hint: "Assign orders on the Open tab, to yourself or to a colleague.",
  },
  unassigned: {
    label: "Unassigned",
    empty: "No unassigned orders",
    hint: "Orders that nobody has taken on appear here.",
  },
  snoozed: {
    label: "Snoozed",
    empty: "No snoozed orders",
    hint: "Snoozed orders come back at their time, or with a new reason.",
  },
};

export const tabLabel = (tab: InboxTab, count: number): string =>
  count === 0 ? TAB_COPY[tab].label : `${TAB_COPY[tab].label} (${formatNumber(count)})`;

export const FILTERS = {
  topic: "Kind",
  reason: "Reason",
  search: "Search reasons",
  noMatch: "No matches",
  none: "No order needs you",
  applied: (name: string, labels: readonly string[]) => `${name}: ${labels.join(", ")}`,
  counted: (label: string, count: number) => `${label} (${formatNumber(count)})`,
};

export const ENTRY = {
  select: (name: string) => `Select order ${name}`,
  selectAll: "Select all on this page",
  selected: (count: number) => `${formatNumber(count)} selected`,
  show: "Show actions",
  hide: "Hide actions",
  /** For screen readers, which hear no order beside the button. */
  of: (label: string, name: string) => `${label} for order ${name}`,
  /** Before the time. */
  since: "Since",
  assignedTo: (name: string) => `Assigned to ${name}`,
  me: "you",
  unnamed: "a colleague",
  /** Before the time. */
  snoozed: "Snoozed until",
  unread: "Inkbridge couldn't be reached. The actions aren't known.",
  gone: "This order is no longer in this store.",
};

export const RESEND = {
  button: (orders: number) => `Send ${pluralize(orders, "order")} again`,
  names: (names: readonly string[]) => names.join(", "),
  first: (limit: number) => `These are the first ${formatNumber(limit)}. The others follow.`,
};

export const STORE = {
  orders: (count: number) => pluralize(count, "order"),
  /** Before the time. */
  since: "Since",
  viewVariants: "View variants",
};

export const ASSIGN = {
  action: "Assign…",
  title: (orders: number) => `Assign ${pluralize(orders, "order")}`,
  label: "Assign to",
  me: "Me",
  nobody: "Nobody",
  help: "Colleagues appear here after their first action in Inkbridge.",
  button: "Assign",
  done: (orders: number) => `${pluralize(orders, "order")} assigned`,
  removed: (orders: number) => `Assignment of ${pluralize(orders, "order")} removed`,
};

export const SNOOZE = {
  action: "Snooze…",
  title: (orders: number) => `Snooze ${pluralize(orders, "order")}`,
  text: "Snoozed orders leave the inbox and come back at this time. A new reason brings an order back at once. Nothing is sent or changed.",
  until: "Until",
  choices: { today: "In 3 hours", tomorrow: "Tomorrow morning", week: "In a week", time: "A date and time" },
  /** The time is one of the store's clock. */
  at: (time: string, timezone: string) => `${time}, in your store's time zone (${timezone})`,
  time: "Date and time",
  timeHelp: (timezone: string) => `In your store's time zone (${timezone}).`,
  reason: "Reason",
  reasons: SNOOZE_REASON_LABELS satisfies Record<SnoozeReason, string>,
  button: "Snooze",
  done: (orders: number) => `${pluralize(orders, "order")} snoozed`,
  end: "End snooze",
  ended: (orders: number) => `${pluralize(orders, "order")} back in the inbox`,
};

export const PROBLEMS: Readonly<Record<Extract<TriageResult, { outcome: "invalid" }>["problem"], string>> = {
  past: "Enter a time in the future.",
  unreadable: "Enter a date and time.",
  unknown_staff: "This colleague isn't known any more. Choose another one.",
};
