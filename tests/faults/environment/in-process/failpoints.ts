import { writeSync } from "node:fs";
import type { FailpointAction, Failpoint } from "../failpoints.ts";
import { HIT_MARKER } from "../process-messages.ts";

interface ArmedFailpoint {
  id: number;
  point: Failpoint;
  action: FailpointAction;
  remaining: number;
}

let armed: ArmedFailpoint[] = [];

export function arm(id: number, point: Failpoint, action: FailpointAction, nth: number): void {
  armed.push({ id, point, action, remaining: nth });
}

export function disarm(): void {
  armed = [];
}

/** The app's work has come to this point just now. What is armed for it strikes before anything else runs. */
export function reachFailpoint(point: Failpoint): void {
  for (const one of armed.filter((each) => each.point === point)) {
    one.remaining -= 1;
    if (one.remaining > 0) continue;
    armed = armed.filter((each) => each !== one);
    reportHit(one.id);
    process.kill(process.pid, one.action === "kill" ? "SIGKILL" : "SIGSTOP");
  }
}

/** Standard error may be full for a moment; the runner waits for this line. */
function reportHit(id: number): void {
  for (;;) {
    try {
      writeSync(2, `${HIT_MARKER}${id}\n`);
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") throw error;
    }
  }
}
