/**
 * One instant kept outside the database, which a database that was set back does not take back with it.
 * May be lost at any moment: it can warn, never reassure.
 */
export interface Marks {
  /** null: none is kept, or the place cannot be asked now. Answers within seconds. */
  read(): Promise<Date | null>;
  /** Not waited for. */
  keep(at: Date): void;
}
