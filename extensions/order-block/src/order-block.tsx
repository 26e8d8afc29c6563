import type { OrderCard } from "../../../app/extension-api/responses.ts";
import { t } from "../../common/host.ts";
import { OrderActs } from "../../common/order-actions.tsx";
import { Money, Parcels, Reason, Standing, Told } from "../../common/order-parts.tsx";
import { useMoney } from "../../common/use-money.ts";
import { useOrder, type UsedOrder } from "../../common/use-order.ts";

/** What fits into a block: the rest is behind `onMore` and on the order's page in the app. */
const SHOWN = { reasons: 2, acts: 2 };

/** The order on its own page of the admin. `onMore`: opens all that can be done with it. */
export function OrderBlock({ number, onMore }: { number: string; onMore(): void }) {
  const order = useOrder(number);
  const money = useMoney(number, order.card);
  const { card } = order;
  return (
    <s-admin-block heading={t("heading")} collapsedSummary={summaryOf(card)}>
      <s-stack gap="base">
        <Told order={order} />
        {!card && order.trouble === null && <s-spinner accessibilityLabel={t("common.loading")} />}
        {card && (
          <>
            <Standing card={card} />
            {card.reasons.slice(0, SHOWN.reasons).map((reason) => (
              <Reason key={reason.id} reason={reason} />
            ))}
            {card.parcels.length > 0 && <Parcels parcels={card.parcels} />}
            {money !== null && <Money money={money} />}
            {card.page !== null && <Ways card={card} order={order} onMore={onMore} />}
          </>
        )}
      </s-stack>
    </s-admin-block>
  );
}

function Ways({ card, order, onMore }: { card: OrderCard; order: UsedOrder; onMore(): void }) {
  // What prints once more stands first only where a reason asks for it.
  const fits = card.acts.filter((one) => one.mends || one.act !== "replace").slice(0, SHOWN.acts);
  const hidden = card.reasons.length - SHOWN.reasons;
  return (
    <>
      {hidden > 0 && <s-text>{t("moreReasons", { count: hidden })}</s-text>}
      <OrderActs order={order} acts={fits} refresh={fits.length < SHOWN.acts} />
      <s-stack direction="inline" gap="base">
        {card.acts.length > fits.length && <s-link onClick={onMore}>{t("more")}</s-link>}
        <s-link href={`app:${card.page?.slice(1)}`}>{t("common.open")}</s-link>
      </s-stack>
    </>
  );
}

/** What the admin shows while the block is closed. */
function summaryOf(card: OrderCard | undefined): string {
  const [reason] = card?.reasons ?? [];
  return [card?.state?.label, reason?.label.label].filter(Boolean).join(" · ");
}
