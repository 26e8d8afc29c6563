import ipaddr from "ipaddr.js";

/** Loopback and private networks, for scrapers and operators. */
export function isPrivateAddress(address: string | undefined): boolean {
  if (address === undefined || !ipaddr.isValid(address)) return false;
  return ["loopback", "private", "uniqueLocal", "linkLocal"].includes(ipaddr.process(address).range());
}
