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
  loading: boolean;
  selectSubmission(submissionId: SubmissionId): void;
  refresh(): void;
}

/** The price of the current, or of a selected, submission: the page loads one that is not `known`, or outdated, once it is shown. */
export function usePrice(page: OrderDetails, known: KnownPrice | null): PriceState {
  const [selectedId, selectSubmission] = useState<string | null>(null);
  const submission =
    page.submissions.find(({ id }) => id === selectedId) ??
    page.submissions.find(({ id }) => id === page.currentSubmissionId);
  const submissionId = submission?.id ?? null;
  // The items of an unsent submission may change, and their price with them.
  const content = submission?.items.map((item) => `${item.itemSku} ${item.quantity}`).join() ?? "";
  // By its key, a fetcher never shows the amounts of another print order or of other items.
  const { load, data, state } = useFetcher<OrderPrice>({ key: `price ${submissionId} ${content}` });
  const loadPrice = useCallback(
    (more = "") => {
      if (submissionId) load(`/app/orders/${page.number}/price?submission=${submissionId}${more}`);
    },
    [load, page.number, submissionId],
  );
  const shown = submissionId === page.currentSubmissionId ? known : null;
  const isNeeded = !shown || shown.outdated;
  useEffect(() => {
    if (isNeeded) loadPrice();
  }, [loadPrice, isNeeded]);
  return {
    submissionId,
    // A refresh of the page may know a newer one.
    price: data && !(shown && shown.now > data.now) ? data : (shown ?? undefined),
    loading: state !== "idle",
    selectSubmission,
    refresh: () => loadPrice("&fresh=1"),
  };
}
