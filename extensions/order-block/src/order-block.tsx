import type { OrderCard } from "../../../app/extension-api/responses.ts";
import { t } from "../../common/host.ts";
import { OrderActions } from "../../common/order-actions.tsx";
import { Money, Parcels, Reason, OrderStatus, OrderNotices } from "../../common/order-parts.tsx";
import { useMoney } from "../../common/use-money.ts";
import { useOrder, type OrderState } from "../../common/use-order.ts";

/** How much fits into a block. `onMore` and the order's page in the app show the rest. */
const SHOWN = { reasons: 2, actions: 2 };

/** The block on an order's page in the admin. `onMore` opens the action with all buttons. */
export function OrderBlock({ number, onMore }: { number: string; onMore(): void }) {
  const order = useOrder(number);
  const money = useMoney(number, order.card);
  const { card } = order;
  return (
    <s-admin-block heading={t("heading")} collapsedSummary={summaryOf(card)}>
      <s-stack gap="base">
        <OrderNotices order={order} />
        {!card && order.error === null && <s-spinner accessibilityLabel={t("common.loading")} />}
        {card && (
          <>
            <OrderStatus card={card} />
            {card.reasons.slice(0, SHOWN.reasons).map((reason) => (
              <Reason key={reason.id} reason={reason} />
            ))}
            {card.parcels.length > 0 && <Parcels parcels={card.parcels} />}
            {money !== null && <Money money={money} />}
            {card.page !== null && <BlockActions card={card} order={order} onMore={onMore} />}
          </>
        )}
      </s-stack>
    </s-admin-block>
  );
}

function BlockActions({ card, order, onMore }: { card: OrderCard; order: OrderState; onMore(): void }) {
  // The block offers a replacement only where it resolves a reason: an order without problems needs none.
  const visibleActions = card.actions
    .filter((one) => one.resolvesReason || one.action !== "replace")
    .slice(0, SHOWN.actions);
  const hidden = card.reasons.length - SHOWN.reasons;
  return (
    <>
      {hidden > 0 && <s-text>{t("moreReasons", { count: hidden })}</s-text>}
      <OrderActions order={order} actions={visibleActions} refresh={visibleActions.length < SHOWN.actions} />
      <s-stack direction="inline" gap="base">
        {card.actions.length > visibleActions.length && <s-link onClick={onMore}>{t("more")}</s-link>}
        <s-link href={`app:${card.page?.slice(1)}`}>{t("common.open")}</s-link>
      </s-stack>
    </>
  );
}

/** The text of the collapsed block. */
function summaryOf(card: OrderCard | undefined): string {
  const [reason] = card?.reasons ?? [];
  return [card?.state?.label, reason?.label.label].filter(Boolean).join(" · ");
}
