/** How far a long run is, by its rows. */
export interface Progress {
  done: number;
  total: number;
  /** Nothing is left to do. */
  ended: boolean;
}

/**
 * Instants kept outside the database, which restoring an older copy does not set back: up to when each database is
 * known to have been in use, by its identity. They may be lost at any moment, so a missing one proves nothing.
 */
export interface CheckpointStore {
  /**
   * Of every database that stores its checkpoint here. Empty: there is none, or the store is away. Answers within
   * seconds.
   */
  read(): Promise<ReadonlyMap<string, Date>>;
  /** Not awaited. */
  save(identity: string, at: Date): void;
}
