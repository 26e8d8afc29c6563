/** The index of texts knows three characters in succession: to find a part that is shorter, all orders would be read. */
export const SHORTEST_PART = 3;

/** A search as a name may have it that has no #. */
export const withoutNumberSign = (search: string): string => search.replace(/^#+/, "");

/** Whether a search finds whole texts only. */
export const isShortSearch = (search: string): boolean => Array.from(withoutNumberSign(search)).length < SHORTEST_PART;
