/** The count of failed webhooks stops here. */
export const FAILED_COUNT_LIMIT = 100;
