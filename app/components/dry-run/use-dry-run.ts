import { useAppBridge } from "@shopify/app-bridge-react";
import type { DryRunView } from "../../dry-run/read-dry-run.ts";
import { readOrdersQuery, writeOrdersQuery, type OrdersQuery } from "../../dry-run/orders-query.ts";
import type { RequestFailed } from "../common/request-failed.ts";
import { useJsonFetcher } from "../common/json-requests.ts";
import { useListAddress } from "../common/list-address.ts";
import { COPY } from "./copy.ts";

type Answer = { outcome: "started" | "running" | "canceled" | "ended" } | RequestFailed;

/** Starts and cancels dry runs. */
export function useDryRunActions() {
  const appBridge = useAppBridge();
  const { busy, answer, send } = useJsonFetcher<Answer>(({ outcome }) => {
    if (outcome === "canceled") appBridge.toast.show(COPY.canceled);
  });
  return {
    busy,
    failed: answer?.outcome === "failed",
    start: () => send({ action: "start" }),
    cancel: ({ id }: Pick<DryRunView, "id">) => send({ action: "cancel", id }),
  };
}

/** The filters and the page in the page's address, and a way to change them. */
export function useDryRunQuery() {
  const { params, navigateTo } = useListAddress();
  const query = readOrdersQuery(params);
  const addressOf = (next: OrdersQuery) => `?${writeOrdersQuery(next).toString()}`;
  return {
    query,
    filter: (change: Partial<Omit<OrdersQuery, "after">>) =>
      navigateTo(writeOrdersQuery({ ...query, ...change, after: null }), null),
    /** The page that begins after an order. */
    addressOf: (after: number) => addressOf({ ...query, after }),
  };
}
