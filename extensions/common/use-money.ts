import { useEffect, useState } from "preact/hooks";
import type { OrderCard, OrderMoney } from "../../app/extension-api/responses.ts";
import { callApp } from "./call-app.ts";

/** Cost and margin of the card's submission; undefined while loading, null without a submission. */
export function useMoney(number: string, card: OrderCard | undefined): OrderMoney | null | undefined {
  const [money, setMoney] = useState<OrderMoney | null>();
  const id = card?.submission?.id;
  // Changed items have another price.
  const content = card?.submission?.items.map(({ itemSku, quantity }) => `${itemSku} ${quantity}`).join();
  useEffect(() => {
    if (!id) return;
    let active = true;
    setMoney(undefined);
    void callApp<OrderMoney>(`orders/${number}/money?submission=${id}`).then((response) => {
      if (active)
        setMoney(
          response.ok ? response.data : { cost: null, costLabel: null, margin: null, messages: [response.error] },
        );
    });
    return () => {
      active = false;
    };
  }, [number, id, content]);
  return id === undefined ? null : money;
}
