import { ATTENTION, reasonWords, type AttentionCode } from "../orders/core/attention.ts";
import { TOPIC_LABELS, TOPICS, type MessageSubject, type Topic } from "../orders/core/topics.ts";

/** One order, or print SKU, that a message names. */
export interface ToldSubject {
  topic: Topic;
  /** null: a print SKU. */
  order: { name: string; number: string } | null;
  itemSku: string | null;
  /** Its reasons; of a print SKU none. */
  reasons: { code: AttentionCode; shipped: boolean }[];
  /** The cost of the SKU changed; otherwise the print service no longer accepts it. */
  costChanged: boolean;
}

/** What a message tells. Holds no personal data of buyers. */
export interface Told {
  subject: MessageSubject;
  shopName: string;
  /** The app's pages in Shopify's admin. */
  adminUrl: string;
  /** The first of them. */
  named: readonly ToldSubject[];
  /** How many there are. */
  count: number;
}

const nameOf = ({ order, itemSku }: ToldSubject): string => order?.name ?? `SKU ${itemSku ?? ""}`;

const linkOf = ({ order }: ToldSubject, adminUrl: string): string =>
  order ? `${adminUrl}/app/orders/${order.number}` : `${adminUrl}/app/products/variants?view=broken`;

function wordsOf({ reasons, costChanged, order }: ToldSubject): { label: string; text: string } {
  if (order === null)
    return costChanged
      ? { label: "Print cost changed", text: "The print service changed the cost of this print SKU." }
      : {
          label: "Print SKU not accepted",
          text: "The print service no longer accepts this print SKU. Map another one.",
        };
  const label = reasons.map(({ code }) => ATTENTION[code].label).join(", ");
  const text = reasons.map(({ code, shipped }) => fullText(code, shipped)).join(" ");
  return { label, text };
}

function fullText(code: AttentionCode, shipped: boolean): string {
  const { message, fix } = reasonWords(code, shipped);
  return `${message} ${fix}`;
}

/** The line that an inbox shows, e.g. `Address: #1001` or `Daily digest: 12 need attention`. */
export function titleOf({ subject, named, count, shopName }: Told): string {
  const [first] = named;
  if (subject === "test") return `Test message from Inkbridge · ${shopName}`;
  const what = subject === "digest" ? "Daily digest" : TOPIC_LABELS[subject];
  const which = count === 1 && first ? nameOf(first) : `${count} need attention`;
  return `${what}: ${which} · ${shopName}`;
}

const moreOf = ({ count, named }: Told): string | null =>
  count > named.length ? `And ${count - named.length} more` : null;

const TEST = "This is a test. Messages about your orders will look like this and arrive here.";

/** The text of an email. `stopUrl`: where its recipient stops the messages. */
export function emailText(told: Told, stopUrl: string): string {
  const { subject, adminUrl } = told;
  const settings = `Choose what you're told: ${adminUrl}/app/settings/notifications`;
  const stop = `Stop these emails: ${stopUrl}`;
  if (subject === "test") return [TEST, "--", settings, stop].join("\n\n") + "\n";
  const blocks = inTopics(told, (one) => {
    const { label, text } = wordsOf(one);
    return `${nameOf(one)}: ${label}\n${text}\n${linkOf(one, adminUrl)}`;
  }).flatMap(({ topic, parts }) => (subject === "digest" ? [TOPIC_LABELS[topic].toUpperCase(), ...parts] : parts));
  const more = moreOf(told);
  const often =
    subject === "digest"
      ? "This digest comes once a day, and only when something needs attention."
      : `You get at most one email an hour about "${TOPIC_LABELS[subject]}". The next one counts what comes meanwhile.`;
  return (
    [...blocks, ...(more ? [`${more}: ${adminUrl}/app/orders?tab=attention`] : []), "--", often, settings, stop].join(
      "\n\n",
    ) + "\n"
  );
}

/** The text of a chat's message, in the markup that Slack, Mattermost and Google Chat read. */
export function chatText(told: Told): string {
  const { adminUrl, subject } = told;
  const title = `*${escape(titleOf(told))}*`;
  if (subject === "test") return `${title}\n${TEST}`;
  const lines = inTopics(told, (one) => {
    const { label } = wordsOf(one);
    return `• <${linkOf(one, adminUrl)}|${escape(nameOf(one))}> ${escape(label)}`;
  }).flatMap(({ topic, parts }) => (subject === "digest" ? [`*${TOPIC_LABELS[topic]}*`, ...parts] : parts));
  const more = moreOf(told);
  return [title, ...lines, ...(more ? [`<${adminUrl}/app/orders?tab=attention|${more}>`] : [])].join("\n");
}

function inTopics<T>({ named }: Told, write: (one: ToldSubject) => T): { topic: Topic; parts: T[] }[] {
  return TOPICS.map((topic) => ({ topic, parts: named.filter((one) => one.topic === topic).map(write) })).filter(
    ({ parts }) => parts.length > 0,
  );
}

/** docs.slack.dev: "Formatting message text". A bar would end the name of a link. */
const escape = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll("|", "¦");
