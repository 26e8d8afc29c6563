import type { Command, Report } from "../process-messages.ts";
import type { ActionOutcome, ActionRequest } from "../perform-action.ts";
import { arm, disarm } from "./failpoints.ts";
import { jumpWallClock } from "./wall-clock.ts";

const MEMORY_EVERY_MS = 1_000;

export interface CommandHandlers {
  /** Moves the environment's clock. */
  advanceClock(ms: number): void;
  /** Does what a person asked for. Never rejects. */
  act(request: ActionRequest): Promise<ActionOutcome>;
}

/** Does what the runner orders, and tells how much memory is used. */
export function handleCommands({ advanceClock, act }: CommandHandlers): void {
  process.on("message", (message) => {
    const command = message as Command;
    switch (command.do) {
      case "arm":
        return arm(command.id, command.point, command.action, command.nth);
      case "disarm":
        return disarm();
      case "advance clock":
        return advanceClock(command.ms);
      case "jump":
        return jumpWallClock(command.ms);
      case "block":
        block(command.ms);
        return report({ kind: "unblocked", id: command.id });
      case "act":
        void act(command.request).then((outcome) => report({ kind: "acted", id: command.id, outcome }));
        return;
    }
  });
  process.channel?.unref();
  setInterval(() => report({ kind: "memory", bytes: process.resourceUsage().maxRSS * 1024 }), MEMORY_EVERY_MS).unref();
}

/** The runner may be gone: this process follows in a moment. */
export function report(what: Report): void {
  if (process.connected) process.send?.(what, undefined, undefined, () => undefined);
}

function block(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
