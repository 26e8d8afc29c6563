const BATCH = 500;

/** What `read` finds in the rows of an import, in batches and in the sequence of the file. `after`: the last row that is known. */
export async function* rowBatches<Found extends { row: number }>(
  read: (range: { after: number; take: number }) => Promise<Found[]>,
): AsyncGenerator<Found[]> {
  for (let after = 0; ;) {
    const found = await read({ after, take: BATCH });
    const last = found.at(-1);
    if (!last) return;
    yield found;
    after = last.row;
  }
}
