import { useFetcher, useRevalidator } from "@remix-run/react";
import { useAppBridge } from "@shopify/app-bridge-react";
import { useEffect, useState, useRef } from "react";
import { Banner, BlockStack, List, Text, type BannerHandles } from "@shopify/polaris";
import type { BulkAction, BulkResult } from "../../orders/actions/bulk-actions.ts";
import { BULK_APPROVED, codesOffering, isHold, type AttentionCode } from "../../orders/core/attention.ts";
import { MUTABLE_STATES, UNSENT_STATES } from "../../orders/core/states.ts";
import type { OrderSummary } from "../../orders/pages/list/order-summary.ts";
import type { OrderId } from "../../ports/ids.ts";
import {
  BULK_LABELS,
  SEND_AGAIN,
  doneMessage,
  BULK_OUTCOME,
  needsNothing,
  skipReason,
  type BulkDialog,
} from "./copy.ts";
import { hasFailed, type RequestFailed } from "../common/request-failed.ts";
import { Subdued } from "../common/text.tsx";
import { BULK_REQUESTS, PARTS } from "../common/provider-message-copy.ts";

export interface OfferedAction {
  action: BulkAction;
  label: string;
  /** What asks before it; null: nothing. */
  dialog: BulkDialog | null;
  /** Those that it concerns, which the dialog counts. */
  orderIds: OrderId[];
}

type ActionRow = Pick<OrderSummary, "id" | "state" | "reasons" | "ignoredReason">;

const hasReason =
  (codes: readonly AttentionCode[]) =>
  ({ reasons }: ActionRow): boolean =>
    reasons.some((code) => codes.includes(code));

const isIn =
  (states: typeof UNSENT_STATES) =>
  ({ state }: ActionRow): boolean =>
    state !== null && states.includes(state);

/**
 * The actions that do something for at least one of these orders, each with the orders for which it does. `pays`: the print account can be
 * told to pay.
 */
export function offeredActions(orders: readonly ActionRow[], { pays = false } = {}): OfferedAction[] {
  const mutable = orders.filter(isIn(MUTABLE_STATES));
  const isAgain = mutable.every(({ state }) => state === "rejected");
  const offered = [
    named("approve", "approve", orders.filter(hasReason(BULK_APPROVED))),
    named(
      "send_ignored",
      "send_ignored",
      orders.filter((one) => one.ignoredReason === "before_go_live"),
    ),
    named("acknowledge", "acknowledge", orders.filter(hasReason(DISMISSED))),
    named("retry_fulfillment", null, orders.filter(hasReason(codesOffering("retry_fulfillment")))),
    named("pay_at_provider", "pay_at_provider", pays ? orders.filter(hasReason(codesOffering("pay_at_provider"))) : []),
    named("hold", null, orders.filter(isIn(UNSENT_STATES))),
    isAgain
      ? { ...named("send_now", "send_again", mutable), label: SEND_AGAIN }
      : named("send_now", "send_now", mutable),
    named("exclude", "exclude", mutable),
  ];
  return offered.filter(({ orderIds }) => orderIds.length > 0);
}

const named = (action: BulkAction, dialog: BulkDialog | null, orders: readonly ActionRow[]): OfferedAction => ({
  action,
  label: BULK_LABELS[action],
  dialog,
  orderIds: orders.map(({ id }) => id),
});

interface HeldOrders {
  code: AttentionCode;
  /** Names of the orders, in the sequence of the list. */
  names: string[];
}

/** What an approval of these orders ends, and what still holds them afterwards, by reason. */
export function bulkApproval(orders: readonly Pick<OrderSummary, "name" | "reasons">[]): {
  ends: HeldOrders[];
  stays: HeldOrders[];
} {
  const holds = byReason(orders, isHold);
  return {
    ends: holds.filter(({ code }) => BULK_APPROVED.includes(code)),
    stays: holds.filter(({ code }) => !BULK_APPROVED.includes(code)),
  };
}

/** The problems that marking an order as resolved dismisses. */
const DISMISSED = codesOffering("acknowledge");

/** The problems that are dismissed where these orders are marked as resolved. */
export const bulkDismissal = (orders: readonly Pick<OrderSummary, "name" | "reasons">[]): HeldOrders[] =>
  byReason(orders, (code) => DISMISSED.includes(code));

function byReason(
  orders: readonly Pick<OrderSummary, "name" | "reasons">[],
  matches: (code: AttentionCode) => boolean,
): HeldOrders[] {
  const codes = new Set(orders.flatMap(({ reasons }) => reasons.filter(matches)));
  return [...codes].map((code) => ({
    code,
    names: orders.filter(({ reasons }) => reasons.includes(code)).map(({ name }) => name),
  }));
}

/** A worker runs the action; after this time it has usually begun. */
const REVALIDATE_DELAY_MS = 2_000;

interface BulkActionResponse {
  action: BulkAction;
  results: BulkResult[];
}

/** Runs an action on several orders: a toast counts the changed orders, and the outcome names the skipped ones. */
export function useBulk(onDone: () => void, minimumMargin: number | null) {
  const fetcher = useFetcher<BulkActionResponse | RequestFailed>();
  const appBridge = useAppBridge();
  const { revalidate } = useRevalidator();
  const [outcome, setOutcome] = useState<BulkActionResponse | null>(null);
  const response = fetcher.data;
  useEffect(() => {
    // The orders stay selected after a failure, to be tried again.
    if (!response || hasFailed(response)) return;
    const message = doneMessage(response.action, response.results, minimumMargin);
    if (message) appBridge.toast.show(message);
    setOutcome(response);
    onDone();
    const timer = setTimeout(revalidate, REVALIDATE_DELAY_MS);
    return () => clearTimeout(timer);
    // Runs once per response: the other values may change without one.
  }, [response]);
  return {
    busy: fetcher.state !== "idle",
    failed: fetcher.state === "idle" && hasFailed(response),
    outcome,
    dismiss: () => setOutcome(null),
    /** `shownAt`: when was read what staff chooses by. */
    run(action: BulkAction, orderIds: readonly OrderId[], shownAt: string) {
      setOutcome(null);
      fetcher.submit(
        { intent: "bulk", action, orderIds: [...orderIds], shownAt },
        { method: "post", encType: "application/json" },
      );
    },
  };
}

interface BulkGroup {
  reason: string;
  /** An unknown order has no name. */
  names: string[];
  count: number;
  /** The action was not needed, which is no failure. */
  unneeded: boolean;
}

/** The orders that a bulk action skipped by reason, failures first, then in the sequence of the results. */
export function bulkGroups({ action, results }: BulkActionResponse): BulkGroup[] {
  const byReason = new Map<string, BulkResult[]>();
  for (const result of results) {
    const reason = skipReason(result, action);
    if (reason !== null) byReason.set(reason, [...(byReason.get(reason) ?? []), result]);
  }
  const groups = [...byReason].map(([reason, skipped]) => ({
    reason,
    names: skipped.flatMap(({ name }) => name ?? []),
    count: skipped.length,
    unneeded: skipped.every((result) => needsNothing(action, result)),
  }));
  return groups.toSorted((a, b) => Number(a.unneeded) - Number(b.unneeded));
}

/** What a bulk action did and skipped, by group; nothing when it did everything. */
export function BulkOutcome(props: {
  response: BulkActionResponse | null;
  /** In percent; null: margins are not checked. */
  minimumMargin: number | null;
  onDismiss(): void;
}) {
  const { response, minimumMargin, onDismiss } = props;
  const banner = useRef<BannerHandles>(null);
  // The button of the bulk action, which had the focus, disappears with the selection.
  useEffect(() => banner.current?.focus(), [response]);
  const groups = response ? bulkGroups(response) : [];
  if (!response || groups.length === 0) return null;
  const sum = (unneeded: boolean) =>
    groups.filter((group) => group.unneeded === unneeded).reduce((total, { count }) => total + count, 0);
  const failed = sum(false);
  const done = doneMessage(response.action, response.results, minimumMargin);
  return (
    <Banner
      ref={banner}
      tone={failed > 0 ? "warning" : "info"}
      title={failed > 0 ? BULK_OUTCOME.failed(failed) : BULK_OUTCOME.unneeded(sum(true))}
      onDismiss={onDismiss}
    >
      <List>
        {done && <List.Item>{done}</List.Item>}
        {groups.map(({ reason, names, count }) => (
          <List.Item key={reason}>
            <BlockStack>
              <Text as="span">{BULK_OUTCOME.reason(reason, count)}</Text>
              <Subdued>{names.join(", ")}</Subdued>
            </BlockStack>
          </List.Item>
        ))}
      </List>
    </Banner>
  );
}

type MessageRow = Pick<OrderSummary, "name" | "requests">;

/** One message about several orders. */
export interface BulkMessage {
  text: string;
  references: string[];
  /** Names of orders whose request needs an address or items: each has a message of its own. */
  left: string[];
}

/** What the print service is asked about these orders, each request once with its references. null: nothing. */
export function bulkMessage(orders: readonly MessageRow[], shopName: string): BulkMessage | null {
  const requests = orders.flatMap((order) => order.requests);
  const parts = Object.entries(BULK_REQUESTS).flatMap(([asks, request]) => {
    const about = requests.filter((one) => one.asks === asks);
    return about.length === 0 ? [] : [{ request, about }];
  });
  if (parts.length === 0) return null;
  const sections = [
    [PARTS.greeting],
    ...parts.map(({ request, about }) => [request, ...about.map(line)]),
    [PARTS.confirm],
    [`${PARTS.closing},`, shopName],
  ];
  return {
    text: sections.map((lines) => lines.join("\n")).join("\n\n"),
    references: [...new Set(parts.flatMap(({ about }) => about.map(({ reference }) => reference)))],
    left: orders.filter((order) => order.requests.some(({ asks }) => !(asks in BULK_REQUESTS))).map(({ name }) => name),
  };
}

const line = ({ reference, serviceOrderId }: MessageRow["requests"][number]): string =>
  `- ${reference}${serviceOrderId === null ? "" : ` (${PARTS.serviceOrderId}: ${serviceOrderId})`}`;
