import pg from "pg";

/** The socket, which pg's types do not show. */
interface Corkable {
  stream: { cork(): void; uncork(): void };
}

/**
 * Lets a connection send statements before those sent earlier are answered (pg's pipeline mode). PostgreSQL runs them in
 * their order. Not for a connection that pg has not made yet.
 */
export function sendAhead(client: pg.Client): void {
  (client as { pipeline: boolean }).pipeline = true;
}

export const sendsAhead = (client: pg.ClientBase): boolean => client instanceof pg.Client && client.pipeline;

/**
 * A connection that sends what it was given in one turn of the event loop as one packet, where it sends ahead: a packet of its
 * own for each statement costs the process more than the statement's text and values.
 */
export class BatchingClient extends pg.Client {
  #isCorked = false;

  override query = ((...args: Parameters<pg.Client["query"]>) => {
    if (this.pipeline && !this.#isCorked) this.#cork();
    return super.query(...args);
  }) as unknown as pg.Client["query"];

  #cork(): void {
    const { stream } = this.connection as unknown as Corkable;
    this.#isCorked = true;
    stream.cork();
    process.nextTick(() => {
      this.#isCorked = false;
      stream.uncork();
    });
  }
}
