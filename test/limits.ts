/**
 * How long a test and its waits may take, in milliseconds. They are so long that only a defect exceeds them, also on a
 * machine that is busy or was stopped for a minute. A test gives no shorter limit of its own.
 */
export const TEST_LIMIT = 900_000;
export const SLOW_TEST_LIMIT = 3_600_000;
export const WAIT_LIMIT = 240_000;
