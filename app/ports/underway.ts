/** What this process works on, by shop or sender. Both return at once and never throw. */
export interface Underway {
  began(partition: string): void;
  ended(partition: string): void;
}
