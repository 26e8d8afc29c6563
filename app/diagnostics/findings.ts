import { withTimeout } from "../common/with-timeout.ts";
import type { Clock } from "../ports/clock.ts";

/** What the checks of a shop may find, by check, in the order in which they are shown. */
export const SHOP_CHECKS = {
  shopify_access: ["refused", "frozen", "locked", "shop_unavailable", "address_refused"],
  scopes: ["missing"],
  api_version: ["other", "other_of_webhooks"],
  shopify_webhooks: ["silent", "some_missing", "no_orders"],
  protected_data: ["withheld", "no_orders"],
  automatic_fulfillment: ["seen"],
  print_service: ["not_connected", "practice", "unavailable", "wrong_setting"],
  print_account: ["not_connected", "practice", "rejected", "unreadable"],
  print_webhooks: ["not_connected", "practice", "none", "other", "other_key", "off"],
  start_date: ["future"],
  sending: ["paused", "by_hand"],
  mappings: ["none", "excluded_in_shopify", "sold_unmapped"],
  work: ["delayed", "shopify_limit"],
  app: ["degraded"],
} as const;

/** Of a ConnectionFailure. */
const CONNECTION_FAILURES = ["untrusted_certificate", "host_not_found", "connection_refused", "timeout"] as const;

/** What the checks of the installation may find. They are for its operator. */
export const SYSTEM_CHECKS = {
  database: ["unavailable", "not_durable", "late_commits", "migrations_missing"],
  redis: [
    "unavailable",
    "slow",
    "full",
    "read_only",
    "evicts",
    "channels_forbidden",
    "jobs_forbidden",
    "policy_forbidden",
  ],
  workers: ["never", "silent"],
  queues: ["delayed"],
  clock: ["differs"],
  encryption_key: ["unreadable", "hash_key_changed"],
  address: ["not_https", "unreachable", "other_server", ...CONNECTION_FAILURES],
  shopify: ["address_refused", "shops_unread"],
  print_service: ["unavailable", "unreachable", ...CONNECTION_FAILURES],
  email: ["no_smtp", "smtp_setup", "answer", "no_answer", ...CONNECTION_FAILURES],
} as const;

type Checks = Readonly<Record<string, readonly string[]>>;

/** What a check found. off: the check does not apply. `count` and `names` are values for the text of the problem. */
export type Finding<Problem extends string> =
  | { tone: "ok" }
  | { tone: "off" | "warning" | "failed"; problem: Problem; count?: number; names?: readonly string[] }
  /** The check itself failed, or took too long. */
  | { tone: "unknown" };

/** A finding, with the check that made it and when: ISO 8601, UTC. */
type Result<All extends Checks> = {
  [Check in keyof All & string]: { check: Check; at: string; finding: Finding<All[Check][number]> };
}[keyof All & string];

export type ShopCheck = keyof typeof SHOP_CHECKS;
export type SystemCheck = keyof typeof SYSTEM_CHECKS;
export type ShopResult = Result<typeof SHOP_CHECKS>;
export type SystemResult = Result<typeof SYSTEM_CHECKS>;
export type ShopFinding<Check extends ShopCheck> = Finding<(typeof SHOP_CHECKS)[Check][number]>;
export type SystemFinding<Check extends SystemCheck> = Finding<(typeof SYSTEM_CHECKS)[Check][number]>;

export const OK = { tone: "ok" } as const;

/** A check that takes longer says nothing, in milliseconds. */
const LIMIT_MS = 20_000;

/** The checks by name; none of them changes what it looks at. */
export type CheckFunctions<All extends Readonly<Record<string, readonly string[]>>> = {
  [Check in keyof All]: () => Promise<Finding<All[Check][number]>>;
};

/** Runs all checks at once. One that throws, or takes too long, is `unknown`, and keeps no other from its result. */
export function runChecks<Problem extends string>(
  clock: Clock,
  checks: Readonly<Record<string, () => Promise<Finding<Problem>>>>,
): Promise<{ check: string; at: string; finding: Finding<Problem> }[]> {
  const runs = Object.entries(checks).map(async ([check, run]) => {
    const finding = await withTimeout<Finding<Problem>>(LIMIT_MS, run(), { tone: "unknown" });
    return { check, at: clock.now().toISOString(), finding };
  });
  return Promise.all(runs);
}
