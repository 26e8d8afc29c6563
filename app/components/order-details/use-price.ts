import { useFetcher } from "@remix-run/react";
import { useCallback, useEffect, useState } from "react";
import type { OrderDetails } from "../../orders/pages/details/order-details.ts";
import type { KnownPrice, OrderPrice } from "../../orders/pages/details/order-price.ts";
import type { SubmissionId } from "../../ports/ids.ts";

export interface PriceState {
  /** The submission that is priced; null where the order has none. */
  submissionId: SubmissionId | null;
  /** undefined while loading. */
  price: OrderPrice | undefined;
  /** The price is the previous one: no newer one could be loaded. */
  refreshFailed: boolean;
  loading: boolean;
  selectSubmission(submissionId: SubmissionId): void;
  refresh(): void;
}

/** The price of the current, or of a selected, submission: the page loads one that is not `known`, or outdated, once it is shown. */
export function usePrice(page: OrderDetails, known: KnownPrice | null): PriceState {
  const [selectedId, selectSubmission] = useState<SubmissionId | null>(null);
  const submission =
    page.submissions.find(({ id }) => id === selectedId) ??
    page.submissions.find(({ id }) => id === page.currentSubmissionId);
  const submissionId = submission?.id ?? null;
  // The items of an unsent submission may change, and their price with them.
  const content = submission?.items.map((item) => `${item.itemSku} ${item.quantity}`).join() ?? "";
  // By its key, a fetcher never shows the amounts of another print order or of other items.
  const key = `price ${submissionId} ${content}`;
  const { load, data, state } = useFetcher<OrderPrice>({ key });
  const loadPrice = useCallback(
    (more = "") => {
      if (submissionId) load(`/app/orders/${page.number}/price?submission=${submissionId}${more}`);
    },
    [load, page.number, submissionId],
  );
  const withPage = (submissionId === page.currentSubmissionId ? known : null) ?? undefined;
  const isNeeded = !withPage || withPage.outdated;
  useEffect(() => {
    if (isNeeded) loadPrice();
  }, [loadPrice, isNeeded]);
  // A refresh of the page may know a newer one.
  const latest = data && !(withPage && withPage.now > data.now) ? data : withPage;
  const lastPrice = useLastPrice(key, latest);
  const shown = latest?.priced.status === "unavailable" ? (lastPrice ?? latest) : latest;
  return {
    submissionId,
    price: shown,
    refreshFailed: shown !== latest,
    loading: state !== "idle",
    selectSubmission,
    refresh: () => loadPrice("&fresh=1"),
  };
}

/** The last of the answers for the key that had a price. */
function useLastPrice(key: string, answer: OrderPrice | undefined): OrderPrice | undefined {
  const [last, setLast] = useState<{ key: string; price: OrderPrice } | null>(null);
  useEffect(() => {
    if (answer?.priced.status === "priced") setLast({ key, price: answer });
  }, [key, answer]);
  return last?.key === key ? last.price : undefined;
}
