/** What only one of a page and the code has, one line for each entry. */
export function differences(where: string, inPage: readonly unknown[], inCode: readonly unknown[]): string[] {
  const [page, code] = [inPage, inCode].map((entries) => entries.map((entry) => JSON.stringify(entry)));
  const missing = without(code ?? [], page ?? []).map((entry) => `${where} lacks ${entry}`);
  const unknown = without(page ?? [], code ?? []).map((entry) => `${where} has ${entry}, which the code has not`);
  return [...missing, ...unknown];
}

/** The same, and the entries come in the same order. */
export function differencesInOrder(where: string, inPage: readonly unknown[], inCode: readonly unknown[]): string[] {
  const found = differences(where, inPage, inCode);
  const sameOrder = JSON.stringify(inPage) === JSON.stringify(inCode);
  return found.length > 0 || sameOrder ? found : [`${where} has the entries of the code in another order`];
}

/** The entries that are left when each of `others` has taken one. */
function without(entries: readonly string[], others: readonly string[]): string[] {
  const left = [...entries];
  for (const other of others) {
    const at = left.indexOf(other);
    if (at >= 0) left.splice(at, 1);
  }
  return left;
}
