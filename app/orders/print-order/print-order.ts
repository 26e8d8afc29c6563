import type { ShopSettings } from "../../settings/settings.ts";
import type { Hold } from "../core/attention.ts";
import type { LineSnapshot, MappingRule, OrderSnapshot, PrintItem, PrintOrder } from "../../ports/order-model.ts";
import { chooseArtwork } from "./artwork.ts";
import { cleanText, firstText } from "../../common/clean-text.ts";
import { chooseShippingMethod } from "./shipping-method.ts";
import { buildRecipient } from "./recipient.ts";

export interface ItemToPrint {
  line: LineSnapshot;
  mapping: MappingRule;
  /** A whole number from 1 on. */
  quantity: number;
}

export interface PrintOrderInput {
  reference: string;
  snapshot: OrderSnapshot;
  settings: ShopSettings;
  items: readonly ItemToPrint[];
}

/**
 * The order for the print service, or null with the holds that keep it from being one. Its items stand in the order of
 * `input.items`, one for each; without items there is nothing to send, and no hold.
 * @throws RangeError when a quantity is no whole number from 1 on
 */
export function buildPrintOrder(input: PrintOrderInput): { order: PrintOrder | null; holds: Hold[] } {
  const { reference, snapshot, settings } = input;
  const recipientResult = buildRecipient(snapshot, settings);
  const built = input.items.map((item) => buildItem(item, settings));
  const holds = built.flatMap((b) => b.holds);
  if (!recipientResult.ok) {
    const recipientHolds = recipientResult.missing.map(({ code, fields }): Hold => ({
      code,
      subject: "",
      basis: "",
      detail: { fields },
    }));
    return { order: null, holds: [...recipientHolds, ...holds] };
  }
  if (holds.length > 0 || built.length === 0) return { order: null, holds };
  const method = chooseShippingMethod(
    snapshot.shippingMethod,
    recipientResult.recipient.countryCode,
    settings.shippingRules,
  );
  return { order: { reference, ...recipientResult.recipient, method, items: built.map((b) => b.item) }, holds };
}

function buildItem(
  { line, mapping, quantity }: ItemToPrint,
  settings: ShopSettings,
): { item: PrintItem; holds: Hold[] } {
  if (!Number.isSafeInteger(quantity) || quantity < 1) throw new RangeError(`quantity of an item: ${quantity}`);
  const { links, missing, unreadable } = chooseArtwork(line, mapping, settings);
  const itemSku = cleanText(mapping.itemSku);
  const hold = (code: Hold["code"], detail: Hold["detail"], basis = ""): Hold => ({
    code,
    subject: line.gid,
    basis,
    detail,
  });
  const holds: Hold[] = [];
  if (itemSku === "") holds.push(hold("unmapped_line", { fields: ["itemSku"] }));
  if (missing.length > 0) holds.push(hold("artwork_missing", { sides: missing }));
  // No content's hash is the basis: unlike what a check before sending found, this goes as soon as the link is fixed.
  if (unreadable.length > 0) holds.push(hold("artwork_unreadable", { links: unreadable }, "link"));
  const item: PrintItem = {
    productName: firstText(line.title, itemSku),
    variantTitle: firstText(line.variantTitle, "Default"),
    itemSku,
    quantity,
    artworkFront: links.front,
    artworkBack: links.back,
    mockup: links.mockup,
    note: cleanText(mapping.note),
  };
  return { item, holds };
}
