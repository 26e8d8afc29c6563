/** No number of unread messages is counted further. */
export const FAILED_COUNT_LIMIT = 100;
