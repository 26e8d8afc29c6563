import { lookup as systemLookup, type LookupAddress, type LookupOptions } from "node:dns";
import type { LookupFunction } from "node:net";
import { isPublicAddress } from "./artwork-link.ts";

/** A name resolved to an address outside the public internet: nothing was connected. */
export class PrivateAddressError extends Error {
  readonly code = "PRIVATE_ADDRESS";
}

type Resolve = (
  hostname: string,
  options: LookupOptions & { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * A lookup for sockets that returns public addresses only. It runs where the connection is made, so a name that changes
 * its address between check and use gains nothing (DNS rebinding).
 */
export function publicLookup(resolve: Resolve = systemLookup): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error) callback(error, "");
      else if (!first || !addresses.every(({ address }) => isPublicAddress(address))) {
        callback(new PrivateAddressError("not a public address"), "");
      } else if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}
