/**
 * Instants kept outside the database, which a database that was set back does not take back with it: up to when each database
 * is known to have been at work, by its identity. May be lost at any moment: they can warn, never reassure.
 */
export interface CheckpointStore {
  /** Of every database that keeps its mark at this place. Empty: none is kept, or it cannot be asked now. Answers within seconds. */
  read(): Promise<ReadonlyMap<string, Date>>;
  /** Not waited for. */
  save(identity: string, at: Date): void;
}
