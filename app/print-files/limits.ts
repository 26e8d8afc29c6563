import { HOUR_MS } from "../ports/clock.ts";

/** A print file is checked each night while a variant that prints it was ordered within so many days. */
export const SOLD_DAYS = 90;

/** A file that an order read so short a time ago is not read again tonight. */
export const RECENT_MS = 12 * HOUR_MS;

/** Files of one server in one run, one after the other, and servers at once. A run a minute: half a file a second at most. */
export const FILES_PER_HOST = 30;
export const HOSTS_AT_ONCE = 4;
/** Files of one run. */
export const FILES_PER_RUN = 300;
/** No further file is begun after this time. */
export const RUN_MS = 45_000;

/**
 * What is known of the file at a link that no mapping has is kept for so long after its last check: links of metafields are
 * checked by orders alone.
 */
export const UNUSED_DAYS = 90;
