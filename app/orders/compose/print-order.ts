import type { ShopSettings } from "../../settings/settings.ts";
import { newHold, type Hold } from "../core/attention.ts";
import {
  PRINT_SIDES,
  TEXT_FIELD,
  type DrawnText,
  type LineSnapshot,
  type MappingRule,
  type OrderSnapshot,
  type PrintItem,
  type PrintOrder,
  type PrintSide,
  type ShippingMethod,
} from "../../ports/order-model.ts";
import { FURTHER_SIDES } from "../../ports/sides.ts";
import type { TextPlacement } from "../../ports/text-placement.ts";
import {
  buildNote,
  chooseArtwork,
  placedProperties,
  placedText,
  withAddition,
  type LineArtwork,
  type LineNote,
} from "./line-content.ts";
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
  /** What the account enforces and takes; without an account nothing is sent. */
  capabilities?: Pick<Capabilities, "enforcesContact" | "furtherSides"> | undefined;
  items: readonly ItemToPrint[];
  /** The method that staff or a rule of the shop chose; undefined: it follows from the shipping method in Shopify. */
  changedMethod?: ShippingMethod | undefined;
  /** The link of the print file that was made with a text; null: none was made. */
  madeFile?(drawn: Omit<DrawnText, "made">): string | null;
}

/** What a line is printed with. */
export interface LineContent {
  note: LineNote;
  /** null: the line has no mapping yet. */
  links: LineArtwork["links"] | null;
  /** The texts that are drawn on its artwork. */
  drawn?: DrawnText[];
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
  const built = items.map((item) => buildItem(item, input));
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
  { settings, capabilities, madeFile = () => null }: PrintOrderInput,
): { item: PrintItem; holds: Hold[]; content: LineContent } {
  if (!Number.isSafeInteger(quantity) || quantity < 1) throw new RangeError(`quantity of an item: ${quantity}`);
  const { links, further, missing, unreadable } = chooseArtwork(line, mapping, settings, changedLinks(changed));
  const itemSku = labelText(mapping.itemSku);
  const subject = line.gid;
  const holds: Hold[] = [];
  if (itemSku === "") holds.push(newHold("unmapped_line", { subject, detail: { fields: ["itemSku"] } }));
  if (missing.length > 0) holds.push(newHold("artwork_missing", { subject, detail: { sides: missing } }));
  const sides = FURTHER_SIDES.filter((side) => further[side] !== undefined);
  // Printed without the artwork of a side, the goods would not be what the merchant sells.
  if (sides.length > 0 && capabilities?.furtherSides === false)
    holds.push(newHold("side_not_taken", { subject, detail: { notTaken: sides } }));
  // The basis is no hash of the content: unlike a hold of a pre-send check, this one ends as soon as the link is fixed.
  const problems = Object.fromEntries(unreadable.map(({ side, reason }) => [side, reason]));
  if (unreadable.length > 0) holds.push(newHold("artwork_unreadable", { subject, basis: "link", detail: problems }));
  const note = withAddition(buildNote(line, mapping, settings, changed?.note), addedNote);
  const texts = PRINT_SIDES.flatMap((side) => textOn(side, { line, mapping, changed, artwork: links[side] }));
  const drawn = texts.map((one) => {
    const file = one.placement.makesFile ? madeFile(one) : null;
    return { ...one, made: file !== null, link: file ?? one.artwork };
  });
  const linkOf = (side: PrintSide) => drawn.find((one) => one.side === side)?.link ?? links[side];
  const item: PrintItem = {
    productName: firstText(line.title, itemSku),
    variantTitle: firstText(line.variantTitle, "Default"),
    itemSku,
    quantity,
    artworkFront: linkOf("front"),
    artworkBack: linkOf("back"),
    mockup: links.mockup,
    note: note.note,
    ...(drawn.length > 0 ? { drawn: drawn.map(({ link: _link, ...one }) => one) } : {}),
    ...(sides.length > 0 ? { artworkSides: further } : {}),
  };
  const used = [...note.used, ...PRINT_SIDES.flatMap((side) => printedBy(line, mapping.texts?.[side], links[side]))];
  return { item, holds, content: { note: { ...note, used }, links, drawn: item.drawn } };
}

/** The text that is drawn on a side, what staff wrote first; none without artwork or a text. */
function textOn(
  side: PrintSide,
  { line, mapping, changed, artwork }: Pick<ItemToPrint, "line" | "mapping" | "changed"> & { artwork: string },
): Omit<DrawnText, "made">[] {
  const placement = mapping.texts?.[side];
  const text = placement ? (changed?.[TEXT_FIELD[side]] ?? placedText(line, placement)) : "";
  return placement && text !== "" && artwork !== "" ? [{ side, text, placement, artwork }] : [];
}

/** Names of the properties whose text reaches the print on this artwork. */
const printedBy = (line: LineSnapshot, placement: TextPlacement | undefined, artwork: string): string[] =>
  placement?.makesFile && artwork !== "" ? placedProperties(line, placement) : [];
