import { BlockStack } from "@shopify/polaris";
import { useFetcher } from "@remix-run/react";
import { useEffect, type ReactNode } from "react";
import type { ActionResult } from "../../orders/core/order-rows.ts";
import type { OrderDetails } from "../../orders/pages/details/order-details.ts";
import { MessageBanner } from "../common/banners.tsx";
import { COPY as COMMON } from "../common/copy.ts";
import { orderUrl } from "../common/page-links.ts";
import { hasFailed, type RequestFailed } from "../common/request-failed.ts";
import { SmallNote } from "../common/text.tsx";
import { DONE_MESSAGES } from "../order-details/action-copy.ts";
import { PAGE as ORDER } from "../order-details/copy.ts";
import { ReasonBanners } from "../order-details/reason-banners.tsx";
import { useActions, type ActionRequest } from "../order-details/actions.tsx";
import { usePersonalization } from "../order-details/order-texts.tsx";
import { useLoadedReview } from "../order-details/review-item.tsx";
import { ENTRY } from "./copy.ts";

interface EntryActionsProps {
  number: string;
  /** Takes their place while they load. */
  loading: ReactNode;
  onToast(message: string): void;
}

/** Loads the order with its reasons and their actions. */
export function EntryActions({ number, loading: placeholder, onToast }: EntryActionsProps) {
  const { loaded, loading, reload } = useLoadedReview(number);
  if (loaded?.status === "unreachable") {
    const tryAgain = { content: COMMON.tryAgain, loading, onAction: reload };
    return <MessageBanner tone="critical" text={ENTRY.unread} action={tryAgain} />;
  }
  if (loaded?.status === "gone") return <SmallNote>{ENTRY.gone}</SmallNote>;
  if (loaded) return <OrderActions page={loaded.page} onToast={onToast} />;
  return placeholder;
}

interface ActionAnswer {
  result: ActionResult;
  action: Exclude<ActionRequest["action"], "refresh">;
}

/** What the order's page offers for each reason: the same words, actions and dialogs, answered by its own action. */
function OrderActions({ page, onToast }: { page: OrderDetails; onToast(message: string): void }) {
  const { submit, data, state, json } = useFetcher<ActionAnswer | RequestFailed>();
  const busy = state === "idle" ? null : ((json ?? null) as ActionRequest | null);
  const failed = hasFailed(data);
  const answer = failed ? undefined : data;
  useEffect(() => {
    if (answer?.result === "done") onToast(DONE_MESSAGES[answer.action]);
    if (answer?.result === "unchanged") onToast(ORDER.unchanged);
    // Runs once per answer: the function may change without one.
  }, [answer]);
  const send = (request: ActionRequest) =>
    submit(request, { method: "post", encType: "application/json", action: orderUrl(page.number) });
  const { controls, dialog } = useActions(page, busy, send, onToast);
  const personalization = usePersonalization(page);
  const conflict = answer !== undefined && answer.result !== "done" && answer.result !== "unchanged";
  return (
    <BlockStack gap="300">
      {!busy && failed && <MessageBanner tone="critical" {...COMMON.requestFailed} />}
      {!busy && conflict && <MessageBanner tone="warning" {...ORDER.conflict} />}
      <ReasonBanners page={page} personalization={personalization} controls={controls} />
      {dialog}
    </BlockStack>
  );
}
