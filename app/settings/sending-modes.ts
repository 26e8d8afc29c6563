export const SENDING_MODES = ["continuous", "at_times", "by_hand"] as const;

/** ISO 8601: 1 is Monday. */
export const EVERY_WEEKDAY = [1, 2, 3, 4, 5, 6, 7] as const;

/** HH:MM, as a clock of 24 hours shows it. */
export const CLOCK_TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

/** Of a day. */
export const MAX_SENDING_TIMES = 24;
