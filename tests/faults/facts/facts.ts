import type { ItemContent } from "../content/line-content.ts";
import type { Timeline } from "../content/timeline.ts";

/** What is known of one seed once it rests: plain data, so that every judgement on it is a pure function. */

/** The fields of a recipient as the print service names them. */
export type Recipient = Record<string, string>;

/** What a person has to say before an order may be printed, for as long as that is so. */
export interface NeededWord {
  /** Each of them is enough. */
  approvals: string[];
  /** An approval counts for what it was given for. */
  basis: string;
}

/** A line of an order as Shopify has it. */
export interface ShopifyLine {
  gid: string;
  /** What it prints as; null: not ours. */
  itemSku: string | null;
  /** Staff said that it is not printed, or that its variant never is. */
  leftOut: boolean;
  /** What it has to be printed as; null: not at all. */
  contents: Timeline<ItemContent | null>;
  /** What a person has to say about its content. */
  words: Timeline<NeededWord | null>[];
  /** The most that was wanted of it at any time. */
  maxWanted: number;
  /** How many of it staff wants printed; null: as many as were ordered. */
  limits: Timeline<number | null>;
  /** How many of it another app's fulfillment service had: these are not printed. */
  atService: Timeline<number>;
  /** Units that staff had printed once more. */
  reprinted: number;
  /** Wanted now. */
  currentlyWanted: number;
  /** Without what staff withholds from the print, and what another app's service has. */
  unfulfilled: number;
}

export interface FulfillmentFacts {
  id: string;
  live: boolean;
  byApp: boolean;
  /** Shopify makes a fulfillment of its own for each location that the goods leave from. */
  location: string | null;
  numbers: string[];
  lines: { lineGid: string; quantity: number }[];
  /** Its goods were at another app's fulfillment service. */
  ofService: boolean;
}

/** One order as Shopify has it. */
export interface ShopifyOrderFacts {
  key: string;
  shop: string;
  gid: string;
  cancelled: boolean;
  /** The merchant has left for good: it is nobody's to continue with. */
  uninstalledForGood: boolean;
  /** The app was taken away from the shop after it, and came back: what it did not know by then it ignores. */
  createdBeforeReinstall: boolean;
  /** Shopify showed it as fulfilled from the start, or somebody fulfilled it by hand; staff has seen to that. */
  fulfillmentResolved: boolean;
  lines: ShopifyLine[];
  /** How often staff had something of it printed once more. */
  reprints: number;
  recipients: Timeline<Recipient>;
  /** Number of the print service's shipping method; null: Standard. */
  methods: Timeline<number | null>;
  words: Timeline<NeededWord | null>[];
  /** What persons said about it, each from the first click until the page had answered. */
  given: Timeline<string>;
  fulfillments: FulfillmentFacts[];
  mails: { fulfillmentId: string; kind: string; numbers: string[] }[];
  /** Its tags that the app wrote. */
  printTags: string[];
  /** The app has a hold on it, until a person has decided. */
  heldForPerson: boolean;
  /** Fulfillment orders of another app's service that were marked as in progress, and nothing of them is fulfilled. */
  markedAtService: string[];
}

/** What the print service made of one create call: one order, or several under its reference. */
export interface ProviderOrderFacts {
  reference: string;
  account: string;
  /** Key of the order it was made for, found by the address and not by our database. */
  orderKey: string | null;
  at: Date;
  recipient: Recipient;
  method: number | null;
  items: (ItemContent & { quantity: number })[];
  numbers: string[];
  /** The printer does not continue with it. The event that said why may be lost: the list has no such words (2.8). */
  stopped: boolean;
  /** The orders that it became. */
  parts: ServiceOrderFacts[];
}

/** One order of the service. */
export interface ServiceOrderFacts {
  /** The service's own. */
  id: string;
  /** How often it was charged, and how much of the money the service has kept or had. */
  payments: number;
  charged: string;
  refunded: boolean;
  /** It waits for its payment. */
  unpaid: boolean;
  /** All of it was canceled. */
  cancelled: boolean;
}

/** A payment or a cancellation that the app was asked for. */
export interface ProviderWriteRow {
  shop: string;
  reference: string;
  serviceOrderId: string;
  kind: "pay" | "cancel";
  /** By a setting of the shop, and by no person. */
  isAutomatic: boolean;
  /** Of its claim, in the shop's time zone. */
  day: string;
  isOpen: boolean;
}

export interface CreateCallFacts {
  reference: string | null;
}

export interface WebhookSent {
  id: string;
  shop: string;
  topic: string;
  acknowledged: boolean;
}

export interface EventSent {
  account: string;
  reference: string;
  /** null: no tracking event. */
  number: string | null;
  acknowledged: boolean;
}

/** Something that nobody may believe: its signature or key was wrong, or it named the wrong shop. */
export interface ForgedRequest {
  what: string;
  /** Found nowhere, if all is well: a webhook id, a tracking number. */
  marker: string;
  status: number | null;
}

export interface SubmissionRow {
  id: string;
  shop: string;
  orderGid: string;
  reference: string;
  kind: string;
  state: string;
  replaced: boolean;
  /** The claim to send. */
  claimed: boolean;
  lookupClaimed: boolean;
  lines: { lineGid: string; itemSku: string; quantity: number; fulfilled: number }[];
  attempts: AttemptRow[];
  listScans: ListScanRow[];
  /** Times at which the service's detail did not show it. */
  deniedAt: Date[];
  /** Times at which a person said that it is not there. */
  confirmedAbsentAt: Date[];
  moves: { from: string; to: string }[];
  parcels: ParcelRow[];
  /** A payment or a cancellation that is planned or under way. */
  openWrite: string | null;
}

export interface AttemptRow {
  number: number;
  startedAt: Date;
  endedAt: Date | null;
  outcome: string | null;
  /** The service should have taken it and did not, and nobody has had the submission sent again since. */
  failed: boolean;
}

/** A complete scan of the service's list that did not show the submission. */
export interface ListScanRow {
  at: Date;
  /** When the later submissions that it did show were sent. */
  laterOrdersSentAt: Date[];
  /** It showed one, too, that was sent before; or none was. */
  showsEarlierOrder: boolean;
}

export interface ParcelRow {
  number: string;
  state: string;
  /** It does not count as shipped yet. */
  label: boolean;
  claimed: boolean;
  writes: { kind: string; outcome: string; notified: boolean }[];
}

export interface OrderRow {
  shop: string;
  gid: string;
  ignoredReason: string | null;
  redacted: boolean;
  /** Codes of its open reasons for attention. */
  open: string[];
}

export interface WebhookDeliveryRow {
  id: string;
  source: string;
  /** Domain of the shop, or email of the print account. */
  scope: string;
  deliveryId: string;
  state: string;
  tries: number;
  /** No token of its shop works, and the app does not know why. */
  awaitsAccess: boolean;
}

/** A job of Bull as the board shows it. */
export interface JobFacts {
  queue: string;
  id: string;
  state: "active" | "waiting" | "delayed" | "completed" | "failed";
  data: unknown;
  failedReason: string | null;
  stack: string;
  /** Of a delayed job, from when it was added. */
  delayMs: number;
}

export interface Bound {
  what: string;
  measured: number;
  limit: number;
}

export interface CatalogFacts {
  /** Each of the goods as staff last mapped it, and as it is stored; null: not mapped. */
  mappings: { key: string; wanted: string | null; stored: string | null }[];
  /** Mapped variants that a rule did not reach, in words. */
  leftByRule: string[];
  /** Variants that got the artwork of one rule, and how often it was saved. */
  savedByRule: { key: string; times: number }[];
  /** Bulk edits and imports that have not come to an end, in words. */
  unfinished: string[];
  /** Names of orders that are held for the change of a variant whose mapping has none any more. */
  heldWithoutChange: string[];
}

export interface Facts {
  shopifyOrders: ShopifyOrderFacts[];
  providerOrders: ProviderOrderFacts[];
  createCalls: CreateCallFacts[];
  webhooks: WebhookSent[];
  providerEvents: EventSent[];
  forgedRequests: ForgedRequest[];
  /** Webhook ids of bodies that no program can read. */
  unreadableIds: string[];
  orders: OrderRow[];
  submissions: SubmissionRow[];
  providerWrites: ProviderWriteRow[];
  /** Of the shops that pay automatically. */
  paymentLimits: { shop: string; perDay: string }[];
  deliveries: WebhookDeliveryRow[];
  /** References that the print service had unpaid for days, without a reason for anybody to see that. */
  unpaidInSilence: string[];
  /** What still moved when the limit of waiting was reached; empty: all was at rest. */
  unsettled: string[];
  /** What was written where no secret may be: the log, Redis. */
  texts: { where: string; text: string }[];
  /** Words that must not stand there, each with what it is. */
  secrets: { what: string; word: string }[];
  bounds: Bound[];
  catalog: CatalogFacts;
  /** At rest. */
  jobs: JobFacts[];
  providerLagMs: number;
  /** The service refuses to make an order twice: a create may be repeated without proof. */
  refusesRepeats: boolean;
  /** Shops of which Shopify had everything erased, and how much of them is left. */
  erased: { shop: string; left: number }[];
  /** Which shop uses which print account. */
  accounts: { shop: string; account: string }[];
  /** When the sending of each shop was paused. */
  pauses: { shop: string; periods: Timeline<null> }[];
}
