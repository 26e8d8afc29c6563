import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { withScheme } from "../common/web-link.ts";

export const LINK_MAX = 2048;

/** Checks a link without requesting it: http(s), no credentials, not too long, no private host. The scheme may be left out. */
export function parseArtworkLink(
  given: string,
): { ok: true; url: URL } | { ok: false; reason: "bad_link" | "private_address" } {
  const text = withScheme(given);
  const url = URL.parse(text);
  const isHttp = url?.protocol === "https:" || url?.protocol === "http:";
  const tooLong = text.length > LINK_MAX || (url?.href.length ?? 0) > LINK_MAX;
  if (!url || !isHttp || tooLong || url.username !== "" || url.password !== "")
    return { ok: false, reason: "bad_link" };
  return isPrivateHost(url.hostname) ? { ok: false, reason: "private_address" } : { ok: true, url };
}

/** A link as it is sent: as given, so that signed links keep working; as the URL standard spells it where parsers may differ. */
export function wireUrl(given: string, url: URL): string {
  const text = withScheme(given);
  return text.startsWith(`${url.origin}/`) && /^[\x21-\x5b\x5d-\x7e]+$/.test(text) ? text : url.href;
}

/** Addresses inside a cloud whose numbers are public ones. Those of other clouds are in private, link-local or reserved ranges. */
const CLOUD_INTERNAL = [
  // Azure's host (learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16).
  "168.63.129.16/32",
  // IBM Cloud's services for its machines, and its private endpoints (cloud.ibm.com/docs/vpc: "Service endpoints for VPC").
  "161.26.0.0/16",
  "166.8.0.0/14",
  // Google's APIs as seen from inside alone (cloud.google.com/vpc/docs/configure-private-google-access).
  "199.36.153.4/30",
  "199.36.153.8/30",
].map((range) => ipaddr.IPv4.parseCIDR(range));

/** Whether an IP address is one of the public internet. IPv4 inside IPv6 counts as the IPv4 address. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const ip = ipaddr.process(address);
  if (ip.range() !== "unicast") return false;
  // "unicast" includes unassigned ranges; only 2000::/3 is assigned (IANA, IPv6 address space).
  if (ip instanceof ipaddr.IPv4) return !CLOUD_INTERNAL.some((range) => ip.match(range));
  return (ip.parts[0] ?? 0) >> 13 === 1;
}

/** `hostname`: of a URL, which spells every IPv4 address with four decimal numbers. */
function isPrivateHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
  // Not by ipaddr.js: it takes 30 µs to find that a name is no address, and every line item of an order has some.
  if (isIP(host) !== 0) return !isPublicAddress(host);
  return host === "localhost" || host.endsWith(".localhost");
}
