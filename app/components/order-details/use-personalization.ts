import { useFetcher } from "@remix-run/react";
import { useEffect, useState } from "react";
import { TEXT_REVIEWS } from "../../orders/core/attention.ts";
import type { OrderDetails } from "../../orders/pages/details/order-details.ts";
import type { Personalization } from "../../orders/pages/details/personalization.ts";

/**
 * Loads the customer's texts when the page opens, and again when others wait for review, or with another `attempt`. undefined while
 * loading.
 */
export function usePersonalization(
  page: Pick<OrderDetails, "number" | "erased" | "reasons">,
  attempt = 0,
): Personalization | undefined {
  const { load, data, state } = useFetcher<Personalization>();
  const [loaded, setLoaded] = useState<{ key: string; texts: Personalization } | null>(null);
  const pendingReviews = page.reasons.filter(({ code }) => code === "order_note" || TEXT_REVIEWS.includes(code));
  const reviewKey = pendingReviews.map(({ version }) => version).join();
  useEffect(() => {
    if (!page.erased) load(`/app/orders/${page.number}/personalization`);
  }, [load, page.number, page.erased, reviewKey, attempt]);
  useEffect(() => {
    if (data && state === "idle") setLoaded({ key: reviewKey, texts: data });
    // Not when the key changes: the texts for another one are on their way.
  }, [data, state]);
  return loaded?.key === reviewKey ? loaded.texts : undefined;
}
