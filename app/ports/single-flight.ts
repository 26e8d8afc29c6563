/**
 * Does a renewal one at a time, across processes. `ready` looks whether it is done already (null: it is not);
 * `renew` does it. Callers that come while another one renews wait, and get what `ready` then shows.
 */
export interface SingleFlight {
  <T>(name: string, work: { existing(): Promise<T | null>; renew(): Promise<T> }): Promise<T>;
}
