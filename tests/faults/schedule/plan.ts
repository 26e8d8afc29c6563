import type { InterfaceVersion } from "../../../app/ports/print-service.ts";
import type { Property } from "../content/note-template.ts";
import type { FailpointAction, Failpoint } from "../environment/failpoints.ts";
import type { PermanentFaults, TargetedFault } from "./targeted-fault-types.ts";

/** What happens in one seed, decided beforehand. Times are milliseconds from its start. */

/**
 * Of the run's catalog: `lamp` is somebody else's, `unmapped` is ours and has no mapping yet, `limited` may be deleted, and
 * `late` is a product that nobody has mapped yet.
 */
export const GOODS = ["shirt", "mug", "poster", "twin", "limited", "lamp", "unmapped", "late"] as const;
export type Goods = (typeof GOODS)[number];

export interface ShopPlan {
  /** Unique within the seed; the runner makes a domain of it. */
  name: string;
  /** Shops with the same number share a print account. */
  account: number;
  editWindowMinutes: number;
  notifyCustomer: boolean;
  /** Orders are tagged and held in Shopify. */
  showsStatus: boolean;
  /** Its orders find almost none of Shopify's points. */
  fewPoints: boolean;
  /** Another warehouse stocks the mugs: one order gets two fulfillment orders. */
  twoLocations: boolean;
  rules: ShopRules;
  payments: PaymentsPlan;
  /** Who cancels at the service what is canceled in Shopify; `elsewhere`: on the service's own site, or nobody. */
  cancels: "automatically" | "a person" | "elsewhere";
}

/** Who pays for orders at the service; `elsewhere`: on the service's own site. `perDay`: at most so much, automatically. */
export type PaymentsPlan = { by: "a person" | "elsewhere" } | { by: "automatically"; perDay: string };

/** Settings that decide what is printed, and what is held. */
export interface ShopRules {
  /** Of NOTE_TEMPLATES, at the start. */
  template: number;
  /** Lines with a name on the back are reviewed. */
  reviewsNames: boolean;
  holdsUnusedProperties: boolean;
  holdsTestOrders: boolean;
  authorized: PaymentRule;
  cashOnDelivery: PaymentRule;
  /** Express shipping is printed as the print service's method 1. */
  express: boolean;
}
export type PaymentRule = "when_paid" | "after_approval" | "right_away";

export interface LinePlan {
  goods: Goods;
  quantity: number;
}

/** What the printer does with an order, counted from its arrival there. */
export interface ProductionPlan {
  produceAfterMs: number;
  shipAfterMs: number;
  parcels: 1 | 2;
  /** The tracking of a parcel is reported twice. */
  sendTrackingTwice: boolean;
  /** The shipment is reported before the production. */
  eventsReversed: boolean;
  problem: "address" | "words" | null;
  /** Where the service is paid by order: when somebody pays, counted from its arrival; null: after days. */
  paidAfterMs: number | null;
}

export interface OrderPlan {
  key: string;
  shop: number;
  at: number;
  lines: LinePlan[];
  paid: boolean;
  unusualContent: "500 lines" | "injection" | null;
  production: ProductionPlan;
  unusual: UnusualPlan;
}

/** What an ordinary day brings besides plain orders. */
export interface UnusualPlan {
  /** Line item properties, by the place of the line. */
  properties: Property[][];
  /** A line of a product that nobody has mapped yet. */
  late: boolean;
  kind: "test" | "pickup" | "local delivery" | "authorized" | "cash on delivery" | "fulfilled first" | null;
  express: boolean;
  /** Its goods are due later. */
  scheduled: boolean;
  /** Shopify makes no fulfillment order of its last line, or only later. */
  unrouted: boolean;
}

/** What staff changes of one order that waits. */
export const CHANGES = ["SKU", "artwork", "note", "quantity", "address", "method"] as const;
export type ChangeKind = (typeof CHANGES)[number];

/** Version 3 of the interface has no numbers of shipping methods: what has one is never sent. */
export const changesBy = (version: InterfaceVersion): readonly ChangeKind[] =>
  version === "v3" ? CHANGES.filter((change) => change !== "method") : CHANGES;

/** Rules of a shop: none, a hold of lines with several pieces, everything at once. */
export const RULE_SETS = ["none", "hold several", "at once"] as const;
export type RuleSet = (typeof RULE_SETS)[number];

/** The process that does what a person asked for, or carries it out, is struck at this point of it. */
export interface CrashPoint {
  point: Failpoint;
  action: FailpointAction;
}

export const MALFORMED_BODIES = [
  "5 MB",
  "deep JSON",
  "NUL",
  "lone surrogate",
  "2^63 ids",
  "__proto__",
  "quantity 0",
  "negative quantity",
  "no JSON",
  "empty",
] as const;
export type MalformedBody = (typeof MALFORMED_BODIES)[number];

export const FORGERIES = ["one byte off", "missing", "hex", "too short", "body changed"] as const;
export type Forgery = (typeof FORGERIES)[number];

/** Which process: the web one, or a worker by its number. */
export type ProcessName = "web" | 0 | 1;

export type Step =
  | { do: "cancel" | "reduce" | "refund" | "correct address" | "pay" | "note"; order: string }
  /** The whole amount is refunded, and no item; the date of scheduled goods comes. */
  | { do: "refund amount" | "open scheduled"; order: string }
  /** `unrouted`: as of an exchange, Shopify makes its fulfillment order later, or never. */
  | { do: "add line"; order: string; goods: Goods; quantity: number; unrouted: boolean }
  /** Shopify makes the fulfillment orders that were missing. */
  | { do: "route order"; order: string }
  /** Another app's fulfillment service gets all of a fulfillment order, or one of several pieces. `listed`: where Shopify shows it. */
  | { do: "give to service"; order: string; all: boolean; listed: "first" | "last" }
  /** All of the shop's points at Shopify but a few are used up. */
  | { do: "use up points"; shop: number }
  | { do: "fulfill by hand"; order: string; all: boolean; tracking: boolean; notify: boolean }
  | { do: "hold"; order: string; forMs: number }
  | { do: "move" | "split"; order: string }
  | { do: "redact"; order: string }
  | { do: "answer"; order: string; crash: CrashPoint | null }
  | { do: "staff hold"; order: string; crash: CrashPoint | null }
  | { do: "change order"; order: string; change: ChangeKind; crash: CrashPoint | null }
  | { do: "grant write_orders"; shop: number }
  | { do: "map"; shop: number; goods: Goods }
  | { do: "bulk edit" | "map by rule" | "import mappings"; shop: number; goods: Goods[]; crash: CrashPoint | null }
  | { do: "change variant"; shop: number; goods: Goods }
  | { do: "replace file"; shop: number; goods: Goods; crash: CrashPoint | null }
  | { do: "change note template"; shop: number; template: number }
  /** null: the pause ends by itself, a minute or two later. */
  | { do: "pause sending"; shop: number; resumedAfterMs: number | null }
  /** Afterwards orders leave as they come again. */
  | { do: "change sending"; shop: number; mode: "at_times" | "by_hand"; backAfterMs: number }
  | { do: "change rules"; shop: number; rules: RuleSet }
  /** All orders of the shop that wait for approval, at once, while one of them changes in Shopify. */
  | { do: "approve in bulk"; shop: number; meanwhile: "note" | "correct address" | "reduce"; crash: CrashPoint | null }
  | { do: "uninstall"; shop: number; backAfterMs: number }
  | { do: "webhooks"; kind: "drop" | "double" | "double-new-id" | "delay"; topic: string | null; delayMs: number }
  | { do: "replay"; order: string; as: "same id" | "new id" | "other shop" }
  | { do: "forge webhook"; order: string; how: Forgery }
  | { do: "dead_letter"; shop: number; body: MalformedBody }
  | { do: "events"; effect: "drop" | "double" | "reorder" | "delay"; times: number; ms: number }
  | { do: "forge event"; order: string; how: "wrong key" | "no key" | "other account" }
  | { do: "unknown event"; shop: number }
  | { do: "revoke tokens" }
  | { do: "print service"; fault: PrintServiceFault }
  | { do: "shopify"; fault: ShopifyFault }
  | { do: "failpoint"; process: ProcessName; point: Failpoint; action: FailpointAction; nth: number }
  | { do: "kill"; process: ProcessName }
  | { do: "freeze" | "block"; process: ProcessName; ms: number }
  | { do: "rolling restart" }
  | { do: "jump clock"; process: ProcessName; days: 1 | -1; forMs: number }
  | { do: "redis flush" }
  | { do: "redis stop" | "redis read-only"; forMs: number }
  | { do: "database cut" }
  | { do: "database restart" }
  | TargetedFault;

export type TimedStep = Step & { at: number };

export const PRINT_SERVICE_EFFECTS = [
  "slow",
  "late",
  "hang",
  "reset",
  "cut",
  "truncated",
  "bad_gateway",
  "server_error",
  "too_many",
  "unauthorized",
  "forbidden",
  "rejected_text",
  "rejected_html",
  "html",
  "empty",
  "error_body",
  "body_status",
  "redirect",
  "huge",
] as const;

export interface PrintServiceFault {
  effect: (typeof PRINT_SERVICE_EFFECTS)[number];
  endpoint: "create" | "list" | "detail" | "token" | "pay" | "cancel" | "any";
  times: number;
  /** Left out: as the effect has it. */
  worked?: boolean;
  ms: number;
  retryAfter?: string;
}

export const SHOPIFY_FAULT_KINDS = [
  "timeout",
  "reset-after",
  "500-after",
  "500-before",
  "throttled",
  "unauthorized",
  "garbage",
  "slow",
] as const;

export interface ShopifyFault {
  kind: (typeof SHOPIFY_FAULT_KINDS)[number];
  /** A root field of the operation; null: any. */
  operation: "fulfillmentCreate" | "fulfillmentTrackingInfoUpdate" | "fulfillmentOrderHold" | "order" | "token" | null;
  times: number;
}

export interface Schedule {
  seed: number;
  interfaceVersion: InterfaceVersion;
  shops: ShopPlan[];
  orders: OrderPlan[];
  /** By time. */
  steps: TimedStep[];
  permanent: PermanentFaults;
  /** After this nothing is begun any longer. */
  lengthMs: number;
}
