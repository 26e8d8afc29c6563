/** In milliseconds: the wall clock, and a steady one that cannot be set. */
const MACHINE_CLOCKS = { wall: () => Date.now(), steady: () => performance.now() };
const REFRESH_MS = 10_000;
const RETRY_MS = 500;
/** A slower answer is too inexact. */
const MAX_UNCERTAINTY_MS = 1_000;

/**
 * The clock of the whole installation is the database's: read at intervals, and continued in between by this machine's
 * steady clock. So all processes agree on what is due and which claims are old, and a wall clock that is wrong or jumps
 * has no effect. Before the first reading it is the wall clock: without the database nothing can be written.
 */
export function createDatabaseClock(readDatabaseTime: () => Promise<Date>, machine = MACHINE_CLOCKS) {
  /** Of the database's clock from the steady one. */
  let offset: number | null = null;
  let timer: NodeJS.Timeout | undefined;
  let started: Promise<void> | null = null;
  let stopped = false;

  const read = async (): Promise<void> => {
    const sentAt = machine.steady();
    const databaseTime = await readDatabaseTime();
    const receivedAt = machine.steady();
    const uncertainty = (receivedAt - sentAt) / 2;
    if (offset === null || uncertainty <= MAX_UNCERTAINTY_MS)
      offset = databaseTime.getTime() + uncertainty - receivedAt;
  };
  const refresh = async (): Promise<void> => {
    await read().catch(() => undefined);
    if (stopped) return;
    timer = setTimeout(() => void refresh(), offset === null ? RETRY_MS : REFRESH_MS).unref();
  };
  return {
    now: () => new Date(offset === null ? machine.wall() : machine.steady() + offset),
    /** Reads the database's clock now, and again every few seconds; resolves after the first tries, successful or not. */
    // The first answer includes connecting, all of it on the way there: the clock would be ahead by half of that.
    start: () => (started ??= read().then(refresh, refresh)),
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
