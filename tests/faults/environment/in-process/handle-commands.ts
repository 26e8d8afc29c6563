import type { Order, Report } from "../process-messages.ts";
import { arm, disarm } from "./failpoints.ts";
import { jumpWallClock } from "./wall-clock.ts";

const MEMORY_EVERY_MS = 1_000;

/** Does what the runner orders, and tells how much memory is used. `pass` moves the plant's clock. */
export function obey(pass: (ms: number) => void): void {
  process.on("message", (message) => {
    const order = message as Order;
    switch (order.do) {
      case "arm":
        return arm(order.id, order.point, order.act, order.nth);
      case "disarm":
        return disarm();
      case "pass":
        return pass(order.ms);
      case "jump":
        return jumpWallClock(order.ms);
      case "block":
        block(order.ms);
        return report({ said: "unblocked", id: order.id });
    }
  });
  process.channel?.unref();
  setInterval(() => report({ said: "memory", bytes: process.resourceUsage().maxRSS * 1024 }), MEMORY_EVERY_MS).unref();
}

/** The runner may be gone: this process follows in a moment. */
export function report(what: Report): void {
  if (process.connected) process.send?.(what, undefined, undefined, () => undefined);
}

function block(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
