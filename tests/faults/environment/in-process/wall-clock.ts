const Machine = Date;
let ahead = 0;

/** Sets this process's wall clock by `ms`: whoever asks `Date` for the present sees it, timers do not. */
export function jumpWallClock(ms: number): void {
  ahead += ms;
}

const present = (): number => Machine.now() + ahead;

/** Stands in for the global `Date`; dates made by either are of one kind. */
globalThis.Date = new Proxy(Machine, {
  construct: (target, given: unknown[], asked) =>
    Reflect.construct(
      target,
      given.length === 0 ? [present()] : given,
      asked === globalThis.Date ? target : asked,
    ) as Date,
  apply: () => new Machine(present()).toString(),
  get: (target, key, self) => (key === "now" ? present : (Reflect.get(target, key, self) as unknown)),
});
