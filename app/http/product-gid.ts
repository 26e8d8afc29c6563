import { gidOf, type Gid } from "../ports/gid.ts";

/** The product that an address names. @throws Response 404 */
export function productGidOf({ id = "" }: { id?: string }): Gid<"Product"> {
  if (!/^[1-9]\d{0,19}$/.test(id)) throw new Response("Product not found.", { status: 404 });
  return gidOf("Product", id);
}
