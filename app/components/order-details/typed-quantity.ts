/** The quantity that a field's text says; null: none between the bounds, or no whole number. */
export function typedQuantity(text: string, { min, max }: { min: number; max: number }): number | null {
  const typed = text.trim();
  if (!/^\d{1,6}$/.test(typed)) return null;
  const quantity = Number(typed);
  return quantity >= min && quantity <= max ? quantity : null;
}
