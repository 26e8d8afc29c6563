const PREFIX = "INKBRIDGE_TEST_";

/**
 * Reference of an event that the app sends to itself: references of submissions have no underscore (core/reference.ts).
 */
export const testReference = (code: string): string => `${PREFIX}${code}`;

export const isTestReference = (reference: string): boolean => reference.startsWith(PREFIX);

/** `problem` of such a delivery, so that it does not count as an event of the print service. */
export const TEST_EVENT = "test_event";
