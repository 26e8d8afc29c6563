import { useSearchParams } from "@remix-run/react";
import { useState } from "react";
import { productNumber } from "../../catalog/product-number.ts";
import type { ProductPage } from "../../catalog/product-page.ts";

const ALL_OPEN = 3;

/** Which variants show their fields: the one that the address names, or all where they are few; and those with an error. */
export function useOpenCards(page: ProductPage, hasProblem: (variantGid: string) => boolean) {
  const named = useSearchParams()[0].get("variant");
  const [toggled, setToggled] = useState<Readonly<Record<string, boolean>>>({});
  const atFirst = (gid: string) => (named === null ? page.variants.length <= ALL_OPEN : productNumber(gid) === named);
  const isOpen = (gid: string) => hasProblem(gid) || (toggled[gid] ?? atFirst(gid));
  return { isOpen, toggle: (gid: string) => setToggled((all) => ({ ...all, [gid]: !isOpen(gid) })) };
}
