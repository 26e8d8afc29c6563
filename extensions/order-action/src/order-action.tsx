import { t } from "../../common/host.ts";
import { OrderActions } from "../../common/order-actions.tsx";
import { Money, Parcels, Reason, OrderStatus, OrderNotices } from "../../common/order-parts.tsx";
import { useMoney } from "../../common/use-money.ts";
import { useOrder } from "../../common/use-order.ts";

/** Every action of an order, in a dialog over its page in the admin. */
export function OrderAction({ number, onClose }: { number: string; onClose(): void }) {
  const order = useOrder(number);
  const money = useMoney(number, order.card);
  const { card } = order;
  return (
    <s-admin-action heading={t("heading", { name: card?.name ?? "" })} loading={!card && order.error === null}>
      <s-stack gap="base">
        <OrderNotices order={order} />
        {card && (
          <>
            <OrderStatus card={card} />
            {card.reasons.map((reason) => (
              <Reason key={reason.id} reason={reason} />
            ))}
            {card.parcels.length > 0 && <Parcels parcels={card.parcels} />}
            {money !== null && <Money money={money} />}
            {card.page !== null && (
              <>
                <OrderActions order={order} actions={card.actions} refresh />
                <s-link href={`app:${card.page.slice(1)}`}>{t("common.open")}</s-link>
              </>
            )}
          </>
        )}
      </s-stack>
      <s-button slot="secondary-actions" onClick={onClose}>
        {t("close")}
      </s-button>
    </s-admin-action>
  );
}
