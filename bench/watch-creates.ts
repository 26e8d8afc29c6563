import type { SignedOrder } from "./signed-orders.ts";
import type { StandIn } from "./stand-in.ts";

/** Orders that do not come for so long do not come at all, in milliseconds. */
const SILENCE_MS = 90_000;

/** Waits for orders at the print service. */
export interface CreateWatch {
  /** The order is sent now. */
  begin(order: SignedOrder): void;
  /** How many milliseconds each took from then on; rejects when one came twice, or none comes any longer. */
  took: Promise<number[]>;
}

/** Watches the next `count` orders that are begun; others do not count. */
export function watchCreates(service: StandIn, count: number): CreateWatch {
  const begun = new Map<string, number | "created">();
  const took: number[] = [];
  let waitLonger = () => {};
  const all = new Promise<number[]>((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    waitLonger = () => {
      clearTimeout(timer);
      const lacking = () => reject(new Error(`${took.length} of ${begun.size} orders came to the print service`));
      if (took.length < begun.size) timer = setTimeout(lacking, SILENCE_MS);
    };
    service.onCreate((reference, at) => {
      const name = reference.slice(0, reference.indexOf("-"));
      const start = begun.get(name);
      if (start === undefined) return;
      if (start === "created") return reject(new Error(`${reference} is a second print of its order`));
      begun.set(name, "created");
      took.push(at - start);
      waitLonger();
      if (took.length === count) resolve(took);
    });
  });
  // Whoever waits for it hears of it; one that is given up before does not end the process.
  all.catch(() => undefined);
  return {
    begin(order) {
      begun.set(order.name.slice(1), performance.now());
      waitLonger();
    },
    took: all,
  };
}
