import { useSearchParams } from "@remix-run/react";
import { useState } from "react";
import { productNumber } from "../../catalog/product-number.ts";
import type { ProductPage } from "../../catalog/product-page.ts";

const ALL_OPEN = 3;

/** Which variants show their fields: the one that the address names, or all where they are few; and those with an error. */
export function useOpenCards(page: ProductPage, hasProblem: (variantGid: string) => boolean) {
  const linkedVariant = useSearchParams()[0].get("variant");
  const [toggled, setToggled] = useState<Readonly<Record<string, boolean>>>({});
  const openInitially = (gid: string) =>
    linkedVariant === null ? page.variants.length <= ALL_OPEN : productNumber(gid) === linkedVariant;
  const isOpen = (gid: string) => hasProblem(gid) || (toggled[gid] ?? openInitially(gid));
  return { isOpen, toggle: (gid: string) => setToggled((all) => ({ ...all, [gid]: !isOpen(gid) })) };
}
