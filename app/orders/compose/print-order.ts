import type { ShopSettings } from "../../settings/settings.ts";
import { newHold, type Hold } from "../core/attention.ts";
import type {
  LineSnapshot,
  MappingRule,
  OrderSnapshot,
  PrintItem,
  PrintOrder,
  ShippingMethod,
} from "../../ports/order-model.ts";
import { buildNote, chooseArtwork, withAddition, type LineArtwork, type LineNote } from "./line-content.ts";
import type { LineValues } from "../core/order-change.ts";
import { changedLinks } from "./changed-values.ts";
import { chooseShippingMethod } from "./shipping-method.ts";
import { firstText, labelText } from "../../common/clean-text.ts";
import type { Capabilities } from "../../ports/print-service.ts";
import { buildRecipient } from "./recipient.ts";

interface ItemToPrint {
  line: LineSnapshot;
  mapping: MappingRule;
  /** A whole number from 1 on. */
  quantity: number;
  /** What staff changed of the line. */
  changed?: Partial<LineValues> | undefined;
  /** What a rule of the shop adds to the print note, unless staff wrote it for this order. */
  addedNote?: string;
}

interface PrintOrderInput {
  reference: string;
  snapshot: OrderSnapshot;
  settings: ShopSettings;
  /** What the account enforces; nothing without it. */
  capabilities?: Pick<Capabilities, "enforcesContact"> | undefined;
  items: readonly ItemToPrint[];
  /** The method that staff or a rule of the shop chose; undefined: it follows from the shipping method in Shopify. */
  changedMethod?: ShippingMethod | undefined;
}

/** What a line is printed with. */
export interface LineContent {
  note: LineNote;
  /** null: the line has no mapping yet. */
  links: LineArtwork["links"] | null;
}

interface BuiltOrder {
  order: PrintOrder | null;
  holds: Hold[];
  /** Of each of the items, in their order. */
  contents: LineContent[];
}

/**
 * The order for the print service, one item for each of `items`; null with the holds that prevent it. Without items there is
 * nothing to send, and no hold.
 * @throws RangeError when a quantity is no whole number from 1 on
 */
export function buildPrintOrder(input: PrintOrderInput): BuiltOrder {
  const { reference, snapshot, settings, items, changedMethod, capabilities } = input;
  const built = items.map((item) => buildItem(item, settings));
  const contents = built.map(({ content }) => content);
  const holds = built.flatMap((b) => b.holds);
  const result = buildRecipient(snapshot, settings, capabilities);
  if (!result.ok) {
    const recipientHolds = result.missing.map(({ code, fields, unusable }) => {
      const detail = code === "recipient_masked" ? { masked: fields } : { fields };
      return newHold(code, { detail: { ...detail, ...(unusable ? { unusable } : {}) } });
    });
    return { order: null, holds: [...recipientHolds, ...holds], contents };
  }
  if (holds.length > 0 || built.length === 0) return { order: null, holds, contents };
  const { recipient } = result;
  const method =
    changedMethod === undefined
      ? chooseShippingMethod(
          snapshot,
          items.map(({ line }) => line),
          recipient.countryCode,
          settings.shippingRules,
        )
      : changedMethod;
  return { order: { reference, ...recipient, method, items: built.map((b) => b.item) }, holds, contents };
}

function buildItem(
  { line, mapping, quantity, changed, addedNote = "" }: ItemToPrint,
  settings: ShopSettings,
): { item: PrintItem; holds: Hold[]; content: LineContent } {
  if (!Number.isSafeInteger(quantity) || quantity < 1) throw new RangeError(`quantity of an item: ${quantity}`);
  const { links, missing, unreadable } = chooseArtwork(line, mapping, settings, changedLinks(changed));
  const itemSku = labelText(mapping.itemSku);
  const subject = line.gid;
  const holds: Hold[] = [];
  if (itemSku === "") holds.push(newHold("unmapped_line", { subject, detail: { fields: ["itemSku"] } }));
  if (missing.length > 0) holds.push(newHold("artwork_missing", { subject, detail: { sides: missing } }));
  // The basis is no hash of the content: unlike a hold of a pre-send check, this one ends as soon as the link is fixed.
  const problems = Object.fromEntries(unreadable.map(({ side, reason }) => [side, reason]));
  if (unreadable.length > 0) holds.push(newHold("artwork_unreadable", { subject, basis: "link", detail: problems }));
  const note = withAddition(buildNote(line, mapping, settings, changed?.note), addedNote);
  const item: PrintItem = {
    productName: firstText(line.title, itemSku),
    variantTitle: firstText(line.variantTitle, "Default"),
    itemSku,
    quantity,
    artworkFront: links.front,
    artworkBack: links.back,
    mockup: links.mockup,
    note: note.note,
  };
  return { item, holds, content: { note, links } };
}
