/** Those that an order comes to once its parcel has left. */
const AFTER_PARCEL = [
  "write claim commit sent",
  "write claimed",
  "fulfillment sent",
  "fulfillment answered",
  "write record commit sent",
  "write recorded",
] as const;

/**
 * Places in the app's work at which a process may be killed or frozen. They are observed from outside (statements of
 * PostgreSQL, HTTP exchanges, Bull), so the app knows nothing of them.
 * "committed": the database's answer has arrived; "commit sent": it is on its way, and nobody here knows.
 */
export const FAILPOINTS = [
  "inbox commit sent",
  "inbox committed",
  "delivery answered",
  "wake enqueued",
  "claim commit sent",
  "claim committed",
  "create sent",
  "create answered",
  "result commit sent",
  "result committed",
  ...AFTER_PARCEL,
] as const;

export const PARCEL_FAILPOINTS: readonly Failpoint[] = AFTER_PARCEL;

/** Where the web process may be struck while it does what a person asked for. */
export const ACTION_FAILPOINTS = ["action commit sent", "action committed"] as const;

/** Where a worker may be struck while it carries out a bulk edit. */
export const BULK_FAILPOINTS = [
  "bulk batch commit sent",
  "bulk batch saved",
  "bulk record commit sent",
  "bulk recorded",
] as const;

/** The same, and those of an import of mappings. */
export const CATALOG_FAILPOINTS = [...BULK_FAILPOINTS, "import commit sent", "import saved"] as const;

/** Where a worker may be struck while it finds a replaced print file, and the web process while staff uses the new one. */
export const FILE_FAILPOINTS = ["print file commit sent", "print file committed"] as const;

/** Where a worker may be struck while it pays for an order at the print service, or cancels it there. */
export const WRITE_FAILPOINTS = {
  pay: ["provider claim commit sent", "provider claim committed", "payment sent", "payment answered"],
  cancel: ["provider claim commit sent", "provider claim committed", "cancellation sent", "cancellation answered"],
  /** Of either: what the service answered is recorded. */
  both: ["provider record commit sent", "provider record committed"],
} as const;

export type WriteFailpoint = (typeof WRITE_FAILPOINTS)[keyof typeof WRITE_FAILPOINTS][number];

export type Failpoint =
  | (typeof FAILPOINTS)[number]
  | (typeof ACTION_FAILPOINTS)[number]
  | (typeof CATALOG_FAILPOINTS)[number]
  | (typeof FILE_FAILPOINTS)[number]
  | WriteFailpoint;

/** What happens at a point: SIGKILL to itself, or SIGSTOP until the runner sends SIGCONT after so many milliseconds. */
export type FailpointAction = "kill" | { freezeMs: number };

/** Points that a web process passes; the others, and "wake enqueued" again, are a worker's. */
export const WEB_FAILPOINTS: readonly Failpoint[] = [
  "inbox commit sent",
  "inbox committed",
  "delivery answered",
  "wake enqueued",
];
