import { useFetcher, useNavigate } from "@remix-run/react";
import { useBreakpoints, type PageProps } from "@shopify/polaris";
import { useEffect } from "react";
import type { Neighbors } from "../../orders/pages/list/read-page.ts";
import { addressOfList } from "../common/list-address.ts";
import { NEIGHBORS } from "./copy.ts";

/** The way to the orders before and after this one, in the list as it was seen last. On a phone it is in the menu of actions. */
export function useNeighbors(number: string): Required<Pick<PageProps, "pagination">> & {
  actions: { content: string; onAction(): void }[];
} {
  const { load, data } = useFetcher<Neighbors>();
  const navigate = useNavigate();
  const { smDown } = useBreakpoints();
  useEffect(() => {
    const [, query = ""] = addressOfList("/app/orders").split("?");
    load(`/app/orders/${number}/neighbors?${query}`);
  }, [load, number]);
  const { previous = null, next = null } = data ?? {};
  const open = (neighbor: string | null) => () => void (neighbor && navigate(`/app/orders/${neighbor}`));
  const actions = [
    ...(previous ? [{ content: NEIGHBORS.previous, onAction: open(previous) }] : []),
    ...(next ? [{ content: NEIGHBORS.next, onAction: open(next) }] : []),
  ];
  return {
    pagination: {
      hasPrevious: previous !== null,
      hasNext: next !== null,
      onPrevious: open(previous),
      onNext: open(next),
      accessibilityLabel: NEIGHBORS.label,
      accessibilityLabels: { previous: NEIGHBORS.previous, next: NEIGHBORS.next },
    },
    actions: smDown ? actions : [],
  };
}
