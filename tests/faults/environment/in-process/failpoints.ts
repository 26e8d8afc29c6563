import { writeSync } from "node:fs";
import type { Act, Point } from "../failpoints.ts";
import { STRUCK } from "../process-messages.ts";

interface Armed {
  id: number;
  point: Point;
  act: Act;
  left: number;
}

let armed: Armed[] = [];

export function arm(id: number, point: Point, act: Act, nth: number): void {
  armed.push({ id, point, act, left: nth });
}

export function disarm(): void {
  armed = [];
}

/** The app's work has come to this point just now. What is armed for it strikes before anything else runs. */
export function passed(point: Point): void {
  for (const one of armed.filter((each) => each.point === point)) {
    one.left -= 1;
    if (one.left > 0) continue;
    armed = armed.filter((each) => each !== one);
    tell(one.id);
    process.kill(process.pid, one.act === "kill" ? "SIGKILL" : "SIGSTOP");
  }
}

/** Standard error may be full for a moment; the runner waits for this line. */
function tell(id: number): void {
  for (;;) {
    try {
      writeSync(2, `${STRUCK}${id}\n`);
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") throw error;
    }
  }
}
