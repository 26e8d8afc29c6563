import type { OpenShop } from "../receive/open-shop.testing.ts";
import { readShop } from "../core/shop-row.ts";
import type { ChangedValues } from "../core/order-change.ts";
import type { Gid } from "../../ports/gid.ts";
import type { OrderSnapshot } from "../../ports/order-model.ts";
import type { OrderLineId } from "../../ports/ids.ts";
import { previewChange, saveChange, type ChangeRequest } from "./change-order.ts";

/** A member of staff who changes orders of a shop. */
export function changesOf(shop: OpenShop, shown: OrderSnapshot) {
  const { gid } = shown;
  let minutes = 0;
  let present = shown;
  shop.shopify.read = () => Promise.resolve(present);
  const row = async () => {
    const found = await readShop(shop.sql, { id: shop.shop.id });
    if (!found) throw new Error("no shop");
    return found;
  };
  const request = (
    lineId: OrderLineId | null,
    values: ChangedValues,
    over: Partial<ChangeRequest> = {},
  ): ChangeRequest => ({
    ...{
      shopifyGid: gid,
      lineId,
      values,
      reason: "The customer called.",
      saveAddress: false,
      approves: false,
      userId: "7",
    },
    ...over,
  });
  const preview = async (wanted: ChangeRequest) => previewChange(shop.ctx, await row(), wanted);
  const save = async (wanted: ChangeRequest, token: string) => saveChange(shop.ctx, await row(), { ...wanted, token });
  return {
    gid,
    row,
    request,
    preview,
    save,
    /** What Shopify shows from now on, a minute later than before. */
    show(over: Partial<OrderSnapshot>): OrderSnapshot {
      minutes += 1;
      present = { ...present, ...over, updatedAt: new Date(shown.updatedAt.getTime() + minutes * 60_000) };
      return present;
    },
    receive: () => shop.receive(present),
    lineId: async (lineGid: Gid<"LineItem">): Promise<OrderLineId> => {
      const rows = await shop.orderLines();
      const found = rows.find(({ shopifyGid }) => shopifyGid === lineGid);
      if (!found) throw new Error(`no line ${lineGid}`);
      return found.id;
    },
    /** Previews and saves. */
    async change(wanted: ChangeRequest) {
      const shownPreview = await preview(wanted);
      if (shownPreview.result !== "preview") return shownPreview;
      return { ...(await save(wanted, shownPreview.preview.token)), preview: shownPreview.preview };
    },
  };
}
