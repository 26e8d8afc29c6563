import type { LookupFunction } from "node:net";

/** Leads every name to this machine, as if it were a public address. */
export const resolveToLocalhost: LookupFunction = (_name, options, callback) => {
  if (options.all) callback(null, [{ address: "127.0.0.1", family: 4 }]);
  else callback(null, "127.0.0.1", 4);
};
