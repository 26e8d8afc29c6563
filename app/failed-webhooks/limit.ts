/** No number of unread messages is counted further. */
export const STUCK_COUNT_LIMIT = 100;
