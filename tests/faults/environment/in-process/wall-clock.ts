const RealDate = Date;
let offsetMs = 0;

/** Sets this process's wall clock by `ms`: callers of `Date` see it, timers do not. */
export function jumpWallClock(ms: number): void {
  offsetMs += ms;
}

const present = (): number => RealDate.now() + offsetMs;

/** Stands in for the global `Date`; dates made by either are of one kind. */
globalThis.Date = new Proxy(RealDate, {
  construct: (target, args: unknown[], newTarget) =>
    Reflect.construct(
      target,
      args.length === 0 ? [present()] : args,
      newTarget === globalThis.Date ? target : newTarget,
    ) as Date,
  apply: () => new RealDate(present()).toString(),
  get: (target, key, self) => (key === "now" ? present : (Reflect.get(target, key, self) as unknown)),
});
