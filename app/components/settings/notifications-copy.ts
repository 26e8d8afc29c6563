import {
  CHANNEL_LIMIT,
  type ChannelView,
  type TargetError,
  type TestResult,
  type Timing,
} from "../../notifications/channel-view.ts";
import { TOPIC_LABELS, type MessageSubject, type Topic } from "../../orders/core/topics.ts";
import type { NotifyProblem } from "../../ports/notify.ts";

type Kind = ChannelView["kind"];

/** Texts of the notifications page. */
export const COPY = {
  title: "Notifications",
  saved: "Notifications saved",
  notSaved: {
    title: "Your changes weren't saved",
    text: "Inkbridge couldn't be reached. Your changes are still on this page.",
  },
  email: {
    title: "Email",
    description:
      "Get an email when orders need attention. Emails name the order and link to it. They don't contain customer data.",
    add: "Add email",
    field: "Email address",
    none: "Nobody gets emails yet.",
    placeholder: "orders@example.com",
    help: "Each email has a link to stop it.",
  },
  webhook: {
    title: "Slack and other chats",
    description: "Post a message to a channel of Slack, Mattermost, Google Chat, or any service that takes webhooks.",
    add: "Add webhook",
    field: "Webhook URL",
    none: "No chat gets messages yet.",
    placeholder: "https://hooks.slack.com/services/…",
    help: "Create an incoming webhook in your chat, and paste its URL. It's stored encrypted.",
  },
  noEmail: {
    title: "Emails can't be sent yet",
    text: "No mail server is set up for Inkbridge. Ask whoever runs Inkbridge to set one up. You can add addresses now, and webhooks work already.",
  },
  secret: {
    copy: { inactive: "Copy secret", copied: "Copied", failed: "Couldn't copy" },
    title: (target: string) => `Signing secret for ${target}`,
    text: "Copy it now: it's shown only once. Slack doesn't need it. Your own service checks with it that a message is from Inkbridge (Standard Webhooks).",
  },
  topics: "What to send",
  topicHelp: {
    sending: "On hold, rejected, or waiting for you",
    address: "Incomplete, not verified, or changed",
    payment: "Not paid, refunded, or low margin",
    artwork: "Missing, replaced, or not accepted",
    after_sending: "Canceled or changed, tracking, or delays",
    account: "Login rejected, or updates stopped",
  } satisfies Record<Topic, string>,
  timings: [
    { value: "at_once", label: "Right away" },
    { value: "daily", label: "In the daily digest" },
    { value: "off", label: "Don't send" },
  ] satisfies { value: Timing; label: string }[],
  hourly: "Right away means at most one message an hour for each kind. The next one counts what came meanwhile.",
  digestTime: "Daily digest at",
  digestHelp: (timezone: string) =>
    `In your store's time zone (${timezone}). Sent only when something needs attention.`,
  remove: "Remove",
  test: "Send test message",
  testUnsaved: "Save before you send a test message.",
  restart: "Start messages again",
  restarted: "Messages started again",
  limit: `You can add up to ${CHANNEL_LIMIT} addresses and webhooks.`,
  noMessage: "No message was sent yet.",
  badges: {
    active: { tone: "success", label: "On" },
    stopped: { tone: undefined, label: "Stopped by recipient" },
    rejected: { tone: "critical", label: "Not delivered" },
  } satisfies Record<ChannelView["state"], { tone: "success" | "critical" | undefined; label: string }>,
  stopped: {
    title: "The recipient stopped these emails",
    text: "Start them again only if the recipient wants them.",
  },
  rejected: {
    title: "The last message was refused",
    text: "No more messages are sent until a test message gets through. Check the address, then send a test message.",
  },
  flow: {
    title: "Shopify Flow",
    description: "Build your own workflows: Inkbridge starts them, and Flow does the rest.",
    open: "Open Shopify Flow",
    carries: "Carries",
    example: "Example",
    triggers: [
      {
        name: "Order needs attention",
        when: "An order can't continue until you take action.",
        carries: "Order, reason, how to fix it, reason code",
        example: "If the reason code is risk_high, add the tag “check-fraud” to the order and send an internal email.",
      },
      {
        name: "Order sent to print",
        when: "The print service accepted an order.",
        carries: "Order, reference",
        example: "Add the tag “in-print” to the order, so that your team stops editing it.",
      },
      {
        name: "Package shipped",
        when: "The print service reported a tracking number.",
        carries: "Order, tracking number, tracking link",
        example: "If the customer's country isn't the US, send the customer a message about customs.",
      },
      {
        name: "Print SKU unavailable",
        when: "The print service no longer accepts the print SKU of a product you sold.",
        carries: "Product, print SKU, countries",
        example: "Set the product to draft, and create a task in Asana or Trello.",
      },
      {
        name: "Print cost changed",
        when: "The print service changed the cost of a product you sold.",
        carries: "Product, print SKU, countries, previous cost, new cost, currency",
        example: "Add a row to a Google Sheets spreadsheet with the previous and the new cost.",
      },
    ],
  },
} as const;

export const TARGET_ERRORS: Readonly<Record<TargetError, string>> = {
  email: "Enter an email address, such as orders@example.com",
  webhook: "Enter a URL that begins with https://",
  private: "This URL is on a private network. Use a public one.",
  taken: "This is on the list already",
  too_many: COPY.limit,
};

const ACCEPTED: Readonly<Record<Kind, string>> = {
  email: "The mail server accepted the test message. It can take a minute to arrive.",
  webhook: "The other side accepted the test message.",
};

const PROBLEMS: Readonly<Record<NotifyProblem, string>> = {
  no_smtp: "Inkbridge has no mail server yet. Ask whoever runs Inkbridge to set one up.",
  smtp_setup:
    "The mail server doesn't accept messages from Inkbridge. Ask whoever runs Inkbridge to check its login and sender.",
  answer: "The other side refused the message.",
  redirect: "The URL leads to another one. Use the final URL.",
  bad_link: "The URL is incomplete.",
  private_address: "The URL is on a private network. Use a public one.",
  no_answer: "The connection ended before the answer.",
  untrusted_certificate: "The certificate of the other side isn't trusted.",
  host_not_found: "The host name wasn't found.",
  connection_refused: "The other side refused the connection.",
  timeout: "The other side took too long to respond.",
};

/** What the other side answered to a test message. */
export function testText(kind: Kind, result: TestResult): { tone: "success" | "warning" | "critical"; text: string } {
  switch (result.outcome) {
    case "sent":
      return { tone: "success", text: withAnswer(ACCEPTED[kind], result) };
    case "not_found":
      return { tone: "warning", text: "This address was removed, or its messages were stopped." };
    case "too_many":
      return { tone: "warning", text: "You've sent several test messages. Try again in an hour." };
    case "under_way":
      return { tone: "warning", text: "A test message is on its way. Try again in a minute." };
    case "not_processed":
      return {
        tone: "warning",
        text: withAnswer(result.problem === "answer" ? LATER : PROBLEMS[result.problem], result),
      };
    case "rejected":
      return { tone: "critical", text: withAnswer(PROBLEMS[result.problem], result) };
    case "uncertain":
      return { tone: "critical", text: withAnswer(`${PROBLEMS[result.problem]} ${MAY_HAVE_ARRIVED}`, result) };
  }
}

const MAY_HAVE_ARRIVED = "The message may have arrived.";
const LATER = "The other side asks to try again later.";

const withAnswer = (text: string, { status, answer }: { status?: number; answer?: string }): string =>
  status === undefined ? text : `${text} Answer: ${[status, answer?.trim()].filter(Boolean).join(" ")}`;

const SUBJECTS: Readonly<Record<MessageSubject, string>> = {
  ...TOPIC_LABELS,
  digest: "Daily digest",
  test: "Test message",
};

/** What became of the last message; its time follows. */
export function lastText({ subject, outcome, problem, answerStatus }: NonNullable<ChannelView["last"]>): string {
  const what = `Last message: ${SUBJECTS[subject]}.`;
  const why = problem ? ` ${problem === "answer" && outcome === null ? LATER : PROBLEMS[problem]}` : "";
  const status = answerStatus !== null && outcome !== "sent" ? ` Answer: ${answerStatus}.` : "";
  switch (outcome) {
    case "sent":
      return `${what} Sent`;
    case null:
      return `${what}${why}${status} Inkbridge keeps trying. Last tried`;
    case "uncertain":
      return `${what}${why}${status} Sent, maybe without arriving,`;
    default:
      return `${what}${why}${status} Not sent`;
  }
}
