/**
 * The responses that the admin extensions get. The texts of states, reasons and actions come with the response, so that
 * an extension shows the same texts as the app's pages even while Shopify serves an older version of the extension.
 * This file imports nothing: extensions/ imports its types.
 */

export type Tone = "neutral" | "info" | "success" | "caution" | "warning" | "critical";

export interface Label {
  label: string;
  tone: Tone;
}

/** The summary of one order. */
export interface OrderCard {
  name: string;
  /** Path of the order's page in the app; null while the app has not received the order. */
  page: string | null;
  /** State of the current submission; null: nothing of the order is, or was, printed. */
  state: Label | null;
  /** The current status, or why nothing of the order is printed. */
  message: string;
  countdown: Countdown | null;
  /** The most urgent first. */
  reasons: CardReason[];
  parcels: CardParcel[];
  /** What the app shows of the order in Shopify: its tag, and why it is on hold there. */
  inShopify: string[];
  submission: CardSubmission | null;
  /** The most useful first. */
  actions: CardAction[];
  /** The app's time, ISO 8601 UTC: countdowns use it instead of the computer's clock. */
  now: string;
  /** Whether the order may change soon without an action. */
  shouldPoll: boolean;
}

/** `Goes to print in 23 minutes, on November 21, 2026 at 12:07 PM GMT+1`. */
export interface Countdown {
  /** e.g. `Goes to print`. */
  label: string;
  /** The text once the moment has passed; null: none. */
  elapsedLabel: string | null;
  /** ISO 8601 UTC. */
  at: string;
  /** The same moment in the shop's time zone. */
  atText: string;
}

export interface CardReason {
  id: string;
  label: Label;
  message: string;
  /** The line, parcel or SKU that the reason is about; null: the whole order. */
  about: string | null;
  details: string[];
  fix: string;
  /** Where a merchant fixes the cause, unless an action does. */
  link: { label: string; href: string } | null;
}

export interface CardParcel {
  trackingNumber: string;
  /** null: the print service gave no web address. */
  trackingUrl: string | null;
  state: Label;
}

interface CardSubmission {
  id: string;
  reference: string;
  items: { title: string; itemSku: string; quantity: number }[];
}

export interface CardAction {
  action: string;
  submissionId: string;
  /** Goes with the action: the reasons as they are shown. */
  seen: string[];
  label: string;
  /** The action resolves an open reason. */
  resolvesReason: boolean;
  /** The next step: at most one. */
  primary: boolean;
  confirmation: CardConfirmation | null;
}

/** What a merchant confirms before an action that cannot be undone. */
export interface CardConfirmation {
  title: string;
  message: string;
  /** The submission's reference at the print service. */
  reference: string;
  /** The open reasons that the action resolves, if there are several. */
  resolvedReasons: string[];
  /** The items that the action sends again. */
  items: { title: string; itemSku: string; quantity: number }[];
  /** What the merchant has to confirm first; null: nothing. */
  checkboxLabel: string | null;
  buttonLabel: string;
  destructive: boolean;
}

/** The price of a submission, or of all of its order where each has one. Amounts include their currency. */
export interface OrderMoney {
  /** null: `messages` says why there is no price. */
  cost: string | null;
  /** Names the cost of several submissions; null: the extension names that of one. */
  costLabel: string | null;
  margin: { amount: string; loss: boolean } | null;
  /** Why an amount is missing or unreliable. */
  messages: string[];
}

/** The result of an action. */
export interface ActionResponse {
  /** Also where nothing was left to do. */
  done: boolean;
  /** What was done, or why nothing was. */
  messages: string[];
  card: OrderCard;
}

/** Whether the admin offers the order action. */
export interface OrderApplies {
  applies: boolean;
}

/** The results of a bulk action. */
export interface BulkActionResponse {
  lines: BulkLine[];
}

export interface BulkLine {
  /** Shopify's. */
  gid: string;
  name: string;
  /** Also where nothing was left to do. */
  done: boolean;
  /** State after the action; null: nothing of the order is, or was, printed. */
  state: Label | null;
  /** The most urgent open reason. */
  reason: Label | null;
  /** Why the action was not done or not needed, or what still holds the order; "": none of these. */
  message: string;
}

/** A variant and its mapping. */
export interface VariantCard {
  state: Label;
  message: string;
  /** The print service's SKU; null: the variant is not mapped. */
  itemSku: string | null;
  sides: VariantSide[];
  note: string;
  /** The page of the mapping. */
  link: { label: string; href: string };
}

export interface VariantSide {
  /** front, back, mockup, or another side that the print service prints. */
  side: string;
  label: string;
  /** The side has an artwork link; a separate request gets its image. */
  hasArtwork: boolean;
  /** The side requires artwork and has none. */
  missing: boolean;
  /** What keeps the file of the side from being printed, or may spoil the print. */
  findings: string[];
}

/** A small image of one side's artwork. */
export interface VariantPicture {
  /** A data URL; null: `message` says why. */
  source: string | null;
  message: string;
}

/** The price of one piece, sent to the country that mappings are checked with. */
export interface VariantQuote {
  known: boolean;
  message: string;
}

/** The result of checking a mapping. */
export interface VariantCheckResult {
  lines: { label: string; ok: boolean; message: string }[];
}

/** The body of a response that is no 2xx. */
export interface ErrorResponse {
  message: string;
}
