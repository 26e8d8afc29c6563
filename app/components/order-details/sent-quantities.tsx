import { TextField } from "@shopify/polaris";
import type { OrderLineId } from "../../ports/ids.ts";
import type { ItemView } from "../../orders/pages/details/submission-view.ts";

const SENT_QUANTITIES = {
  quantity: (title: string) => `Quantity of ${title}`,
  ofSent: (quantity: number) => `of ${quantity}`,
  bad: (quantity: number) => `Enter a whole number from 0 to ${quantity}.`,
};

/** The quantity that a field's text says; null: none between the bounds, or no whole number. */
export function typedQuantity(text: string, { min, max }: { min: number; max: number }): number | null {
  const typed = text.trim();
  if (!/^\d{1,6}$/.test(typed)) return null;
  const quantity = Number(typed);
  return quantity >= min && quantity <= max ? quantity : null;
}

/** As typed, by the item's id: how many of what was sent a reprint or a claim is about. */
export type TypedQuantities = Readonly<Record<string, string>>;

/** A single item is meant whole; of several, staff says which. */
export const firstQuantities = (items: readonly ItemView[]): TypedQuantities =>
  Object.fromEntries(items.map(({ id, quantity }) => [id, items.length === 1 ? String(quantity) : "0"]));

const quantityOf = (typed: TypedQuantities, { id, quantity }: ItemView): number | null =>
  typedQuantity(typed[id] ?? "", { min: 0, max: quantity });

export const isNothingTyped = (typed: TypedQuantities, items: readonly ItemView[]): boolean =>
  items.every((item) => quantityOf(typed, item) === 0);

/** What is wrong with a typed quantity. */
export const quantityError = (typed: TypedQuantities, item: ItemView): string | undefined =>
  quantityOf(typed, item) === null ? SENT_QUANTITIES.bad(item.quantity) : undefined;

/** null: nothing is chosen, or a quantity is none. */
export function chosenLines(
  typed: TypedQuantities,
  items: readonly ItemView[],
): { lineId: OrderLineId; quantity: number }[] | null {
  const chosen = items.map((item) => ({ lineId: item.lineId, quantity: quantityOf(typed, item) }));
  const lines = chosen.flatMap(({ lineId, quantity }) => (quantity ? [{ lineId, quantity }] : []));
  return lines.length === 0 || chosen.some(({ quantity }) => quantity === null) ? null : lines;
}

interface SentQuantitiesProps {
  items: readonly ItemView[];
  typed: TypedQuantities;
  errorOf(item: ItemView): string | undefined;
  onChange(typed: TypedQuantities): void;
}

/** A field for each item that was sent. */
export const SentQuantities = ({ items, typed, errorOf, onChange }: SentQuantitiesProps) =>
  items.map((item) => (
    <TextField
      key={item.id}
      label={SENT_QUANTITIES.quantity(item.title)}
      type="number"
      inputMode="numeric"
      min={0}
      max={item.quantity}
      suffix={SENT_QUANTITIES.ofSent(item.quantity)}
      value={typed[item.id] ?? ""}
      error={errorOf(item)}
      onChange={(value) => onChange({ ...typed, [item.id]: value })}
      autoComplete="off"
    />
  ));
