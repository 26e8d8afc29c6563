/**
 * Runs one renewal at a time, across processes. `existing` returns the value that is still valid, or null. Callers that
 * come while another one renews wait, and get what `existing` then returns.
 */
export interface SingleFlight {
  <T>(name: string, work: { existing(): Promise<T | null>; renew(): Promise<T> }): Promise<T>;
}
