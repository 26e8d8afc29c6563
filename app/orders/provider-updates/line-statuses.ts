interface Line {
  id: string;
  orderStatus: string | null;
}

interface Item {
  status: string | null;
  /** The lines that the item may mean. */
  lines: readonly Line[];
}

/**
 * The status that each line gets from the items of one message; of several the last counts. An item names a SKU.
 * Several lines of one SKU all get the status, unless one of them has it already: then the list told the lines apart,
 * and the item is about that one. So a late or repeated event does not overwrite what the list has shown.
 */
export function statusByLine(items: readonly Item[]): Map<string, string> {
  const after = new Map<string, string>();
  const statusesOf = statusesByLine(items);
  for (const { status, lines } of items) {
    if (status === null) continue;
    for (const line of lines) {
      if (acceptableStatuses(line, lines, [...(statusesOf.get(line.id) ?? [])]).includes(status))
        after.set(line.id, status);
    }
  }
  return after;
}

/** The statuses reported for each line, each once. */
function statusesByLine(items: readonly Item[]): Map<string, Set<string>> {
  const statuses = new Map<string, Set<string>>();
  for (const { status, lines } of items) {
    if (status === null) continue;
    for (const { id } of lines) statuses.set(id, (statuses.get(id) ?? new Set()).add(status));
  }
  return statuses;
}

/** Which of the statuses reported for its SKU a line may get. */
function acceptableStatuses(line: Line, siblings: readonly Line[], statuses: readonly string[]): readonly string[] {
  if (siblings.length === 1) return statuses;
  if (line.orderStatus !== null && statuses.includes(line.orderStatus)) return [];
  const unassigned = statuses.filter((status) => !siblings.some(({ orderStatus }) => orderStatus === status));
  if (unassigned.length > 0) return unassigned;
  return line.orderStatus === null ? statuses : [];
}
