import { useEffect, useState } from "preact/hooks";
import type { OrderCard, OrderMoney } from "../../app/extension-api/responses.ts";
import { ask } from "./call-app.ts";

/** Cost and margin of the submission that the card is about; undefined while they come, null where there is none. */
export function useMoney(number: string, card: OrderCard | undefined): OrderMoney | null | undefined {
  const [money, setMoney] = useState<OrderMoney | null>();
  const id = card?.submission?.id;
  // Other goods are another price.
  const content = card?.submission?.items.map(({ itemSku, quantity }) => `${itemSku} ${quantity}`).join();
  useEffect(() => {
    if (!id) return;
    let wanted = true;
    void ask<OrderMoney>(`orders/${number}/money?submission=${id}`).then((read) => {
      if (wanted) setMoney(read.ok ? read.answer : { cost: null, margin: null, says: [read.trouble] });
    });
    return () => {
      wanted = false;
    };
  }, [number, id, content]);
  return id === undefined ? null : money;
}
