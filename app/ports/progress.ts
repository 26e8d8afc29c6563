/** How far a long run is, by its rows. */
export interface Progress {
  done: number;
  total: number;
  /** Nothing is left to do. */
  ended: boolean;
}
