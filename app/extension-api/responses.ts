/**
 * What the extensions of the Shopify admin are told. The words of orders (states, reasons, acts) come with the answer: they are
 * those of the app's pages, and an extension that Shopify still serves in an older version shows a new one all the same.
 * This file imports nothing: extensions/ takes its types from here.
 */

export type Tone = "neutral" | "info" | "success" | "caution" | "warning" | "critical";

export interface Label {
  label: string;
  tone: Tone;
}

/** One order at a glance. */
export interface OrderCard {
  name: string;
  /** Path of the order's page in the app; null while the app does not know the order. */
  page: string | null;
  /** Of the submission that the order is about first; null where nothing of it is, or was, for the print service. */
  state: Label | null;
  /** What happens with it at present, or why nothing of it goes to print. */
  message: string;
  countdown: Countdown | null;
  /** The most pressing first. */
  reasons: CardReason[];
  parcels: CardParcel[];
  submission: CardSubmission | null;
  /** The likeliest first. */
  actions: CardAction[];
  /** The app's present, ISO 8601 UTC: countdowns go by it, not by the computer's clock. */
  now: string;
  /** Whether it goes on by itself, so that asking again shows something new. */
  shouldPoll: boolean;
}

/** `Goes to print in 23 minutes, at Nov 21, 2026, 12:07 GMT+1`. */
export interface Countdown {
  /** e.g. `Goes to print`. */
  label: string;
  /** What is said once the moment is over; null: nothing. */
  elapsedLabel: string | null;
  /** ISO 8601 UTC. */
  at: string;
  /** The same for people, with its zone. */
  atText: string;
}

export interface CardReason {
  id: string;
  label: Label;
  message: string;
  /** The line, parcel or SKU that it is about; null for the whole. */
  about: string | null;
  details: string[];
  fix: string;
  /** Where it is mended, unless an act does it. `href` as an extension links to it. */
  link: { label: string; href: string } | null;
}

export interface CardParcel {
  trackingNumber: string;
  /** null where the print service gave none that can be opened. */
  trackingUrl: string | null;
  state: Label;
}

export interface CardSubmission {
  id: string;
  reference: string;
  items: { title: string; itemSku: string; quantity: number }[];
}

export interface CardAction {
  action: string;
  submissionId: string;
  label: string;
  /** An open reason is answered by it; false: it can be done, and nothing asks for it. */
  resolvesReason: boolean;
  confirmation: CardConfirmation | null;
}

/** Asked before an act whose consequence is not taken back. */
export interface CardConfirmation {
  title: string;
  message: string;
  /** Reference at the print service of the submission that it is about. */
  reference: string;
  /** The open reasons that it answers, where there are several. */
  resolvedReasons: string[];
  /** What would be sent again, for an act that sends again. */
  items: { title: string; itemSku: string; quantity: number }[];
  /** What the person has to vouch for before it is done. */
  checkboxLabel: string | null;
  /** What the button that does it says. */
  buttonLabel: string;
  destructive: boolean;
}

/** What a submission costs. Amounts with their currency. */
export interface OrderMoney {
  /** null where no price is known; `messages` tell why. */
  cost: string | null;
  margin: { amount: string; loss: boolean } | null;
  /** Why something is not known, or is not to be relied on; none where all is well. */
  messages: string[];
}

/** What came of an act. */
export interface ActionResponse {
  done: boolean;
  /** What was done, or why not. */
  messages: string[];
  card: OrderCard;
}

/** Whether the order's action is offered. */
export interface OrderApplies {
  applies: boolean;
}

/** What came of something that was done with several orders. */
export interface BulkActionResponse {
  lines: BulkLine[];
}

export interface BulkLine {
  /** Shopify's. */
  gid: string;
  name: string;
  done: boolean;
  /** As it is after that; null where nothing of the order is, or was, for the print service. */
  state: Label | null;
  /** The most pressing open reason. */
  reason: Label | null;
  /** Why it was not done, or what still holds it; "" where there is nothing to say. */
  message: string;
}

/** What one variant prints as. */
export interface VariantCard {
  state: Label;
  message: string;
  /** SKU of the print service; null where the variant is not mapped. */
  itemSku: string | null;
  sides: VariantSide[];
  note: string;
  /** Where it is mapped. */
  link: { label: string; href: string };
}

export interface VariantSide {
  side: "front" | "back" | "mockup";
  label: string;
  /** Has a link; its picture is asked for apart. */
  hasArtwork: boolean;
  /** Must have one, and has none. */
  missing: boolean;
}

/** A small picture of one side's artwork. */
export interface VariantPicture {
  /** A `data:` address; null: `message` tells why. */
  source: string | null;
  message: string;
}

/** What one piece costs, for the country that mappings are checked with. */
export interface VariantQuote {
  known: boolean;
  message: string;
}

/** What a check of the mapping found. */
export interface VariantCheckResult {
  lines: { label: string; ok: boolean; message: string }[];
}

/** An answer that is no 2xx. */
export interface ErrorResponse {
  message: string;
}
