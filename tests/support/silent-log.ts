import type { Log } from "../../app/ports/observe.ts";

const nothing = () => undefined;

/** A log that drops its lines. A test that looks at those of a level replaces that one. */
export const silentLog: Log = { debug: nothing, info: nothing, warn: nothing, error: nothing };
