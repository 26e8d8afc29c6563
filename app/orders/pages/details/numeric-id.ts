/** The number at the end of one of Shopify's global ids, as its admin has it in addresses. */
export function numericIdOf(gid: string): string {
  return gid.slice(gid.lastIndexOf("/") + 1);
}
