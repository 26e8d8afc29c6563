import { connect } from "node:net";

/** Whether a Redis answers at a port of the loopback; false after a second at the latest. */
export function answersPing(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => socket.write("PING\r\n"));
    const answer = (ready: boolean) => {
      socket.destroy();
      resolve(ready);
    };
    socket.once("data", (data) => answer(data.toString().startsWith("+PONG")));
    socket.once("error", () => answer(false));
    // Taken from the queue of a process that died before it answered: no error, and no time-out either.
    socket.once("close", () => answer(false));
    socket.setTimeout(1000, () => answer(false));
  });
}
