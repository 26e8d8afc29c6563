/** The columns of a row that hold an instant. */
type DateColumn<Row> = { [Column in keyof Row]-?: Date extends Row[Column] ? Column : never }[keyof Row];

/** Names every one of them. */
export type DateColumns<Row> = Readonly<Record<DateColumn<Row>, true>>;

/**
 * Rows that a statement aggregates into JSON (`json_agg`), as Prisma gives them: an instant is a text in JSON. null,
 * which PostgreSQL gives for no row, is an empty list.
 */
export function rowsFromJson<Row>(rows: readonly unknown[] | null, dates: DateColumns<Row>): Row[] {
  return (rows ?? []).map((row) => {
    const read = { ...(row as Record<string, unknown>) };
    for (const column of Object.keys(dates)) {
      const text = read[column];
      if (typeof text === "string") read[column] = new Date(text);
    }
    return read as Row;
  });
}
