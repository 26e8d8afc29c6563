import type { Clock } from "../ports/clock.ts";

export interface DatabaseClock extends Clock {
  /** Reads the database's clock now, and again every few seconds; resolves after the first try, whatever came of it. */
  start(): Promise<void>;
  stop(): void;
}

/** What this machine offers, in milliseconds: its wall clock, and a steady one that nobody sets. */
interface Machine {
  wall(): number;
  steady(): number;
}

const MACHINE: Machine = { wall: () => Date.now(), steady: () => performance.now() };
const AGAIN_MS = 10_000;
const AGAIN_UNREAD_MS = 500;
/** An answer that was longer on its way says too little about the present. */
const MOST_UNSURE_MS = 1_000;

/**
 * The clock of the whole installation is the database's: read from time to time, and carried on in between by this
 * machine's steady clock. So all processes agree on what is due and which claims are old, and a wall clock that is wrong,
 * or jumps, moves nothing. Until the first reading it is the wall clock: without the database nothing can be written anyway.
 */
export function createDatabaseClock(ask: () => Promise<Date>, machine: Machine = MACHINE): DatabaseClock {
  /** Of the database's clock over the steady one. */
  let ahead: number | null = null;
  let timer: NodeJS.Timeout | undefined;
  let started: Promise<void> | null = null;
  let stopped = false;

  const read = async (): Promise<void> => {
    const asked = machine.steady();
    const told = await ask();
    const answered = machine.steady();
    const unsure = (answered - asked) / 2;
    if (ahead === null || unsure <= MOST_UNSURE_MS) ahead = told.getTime() + unsure - answered;
  };
  const again = async (): Promise<void> => {
    await read().catch(() => undefined);
    if (stopped) return;
    timer = setTimeout(() => void again(), ahead === null ? AGAIN_UNREAD_MS : AGAIN_MS).unref();
  };
  return {
    now: () => new Date(ahead === null ? machine.wall() : machine.steady() + ahead),
    start: () => (started ??= again()),
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
