const PREFIX = "INKBRIDGE_TEST_";

/** Reference of an event that we send to ourselves: no submission's holds an underscore (orders/reference.ts). */
export const testReference = (code: string): string => `${PREFIX}${code}`;

export const isTestReference = (reference: string): boolean => reference.startsWith(PREFIX);

/** Noted on the delivery of such an event, so that it counts as no news of the print service. */
export const TEST_EVENT = "test_event";
