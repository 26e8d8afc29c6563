import type { Act, Point } from "../environment/failpoints.ts";
import type { Lasting, Trial } from "./targeted-fault-types.ts";

/** What happens in one seed, decided beforehand. Times are milliseconds from its start. */

/** Of the run's catalogue: `lamp` is somebody else's, `unmapped` is ours and has no mapping yet, `limited` may be deleted. */
export const GOODS = ["shirt", "mug", "poster", "twin", "limited", "lamp", "unmapped"] as const;
export type Goods = (typeof GOODS)[number];

export interface ShopPlan {
  /** Unique within the seed; the runner makes a domain of it. */
  name: string;
  /** Shops with the same number share a print account. */
  account: number;
  editWindowMinutes: number;
  notifyCustomer: boolean;
  /** Another warehouse stocks the mugs: one order gets two fulfillment orders. */
  twoLocations: boolean;
}

export interface LinePlan {
  goods: Goods;
  quantity: number;
}

/** What the printer does with an order, counted from its arrival there. */
export interface PressPlan {
  produceAfterMs: number;
  shipAfterMs: number;
  parcels: 1 | 2;
  /** The tracking of a parcel is told twice. */
  tellTwice: boolean;
  /** Told that it ships before it is told that it prints. */
  reversed: boolean;
  trouble: "address" | "words" | null;
}

export interface OrderPlan {
  key: string;
  shop: number;
  at: number;
  lines: LinePlan[];
  paid: boolean;
  odd: "500 lines" | "injection" | null;
  press: PressPlan;
}

export const POISON = [
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
export type Poison = (typeof POISON)[number];

export const FORGERIES = ["one byte off", "missing", "hex", "too short", "body changed"] as const;
export type Forgery = (typeof FORGERIES)[number];

/** Which process: the web one, or a worker by its number. */
export type Who = "web" | 0 | 1;

export type Step =
  | { do: "cancel" | "reduce" | "refund" | "correct address" | "pay" | "note"; order: string }
  | { do: "add line"; order: string; goods: Goods; quantity: number }
  | { do: "fulfil by hand"; order: string; all: boolean; tracking: boolean; notify: boolean }
  | { do: "hold"; order: string; forMs: number }
  | { do: "move"; order: string }
  | { do: "redact"; order: string }
  | { do: "uninstall"; shop: number; backAfterMs: number }
  | { do: "webhooks"; kind: "drop" | "double" | "double-new-id" | "delay"; topic: string | null; delayMs: number }
  | { do: "replay"; order: string; as: "same id" | "new id" | "other shop" }
  | { do: "forge webhook"; order: string; how: Forgery }
  | { do: "poison"; shop: number; body: Poison }
  | { do: "events"; effect: "drop" | "double" | "reorder" | "delay"; times: number; ms: number }
  | { do: "forge event"; order: string; how: "wrong key" | "no key" | "other account" }
  | { do: "unknown event"; shop: number }
  | { do: "revoke tokens" }
  | { do: "press"; fault: PressFault }
  | { do: "shopify"; fault: ShopifyFault }
  | { do: "at point"; who: Who; point: Point; act: Act; nth: number }
  | { do: "kill"; who: Who }
  | { do: "freeze" | "block"; who: Who; ms: number }
  | { do: "rolling restart" }
  | { do: "jump clock"; who: Who; days: 1 | -1; forMs: number }
  | { do: "redis flush" }
  | { do: "redis stop" | "redis read-only"; forMs: number }
  | { do: "database cut" }
  | { do: "database restart" }
  | Trial;

export type TimedStep = Step & { at: number };

export const PRESS_EFFECTS = [
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
  "refused_text",
  "refused_html",
  "html",
  "empty",
  "error_body",
  "body_status",
  "redirect",
  "huge",
] as const;

export interface PressFault {
  effect: (typeof PRESS_EFFECTS)[number];
  endpoint: "create" | "list" | "detail" | "token" | "any";
  times: number;
  /** Left out: as the effect has it. */
  worked?: boolean;
  ms: number;
  retryAfter?: string;
}

export const SHOPIFY_KINDS = [
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
  kind: (typeof SHOPIFY_KINDS)[number];
  /** A root field of the operation; null: any. */
  operation: "fulfillmentCreate" | "fulfillmentTrackingInfoUpdate" | "fulfillmentOrderHold" | "order" | "token" | null;
  times: number;
}

export interface Schedule {
  seed: number;
  shops: ShopPlan[];
  orders: OrderPlan[];
  /** By time. */
  steps: TimedStep[];
  lasting: Lasting;
  /** After this nothing is begun any more. */
  lengthMs: number;
}
