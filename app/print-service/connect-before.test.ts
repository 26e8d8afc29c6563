import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Agent, request } from "undici";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { deadlineIn, type Deadline } from "../ports/clock.ts";
import { connectBefore } from "./request.ts";

let received = 0;
const server = createServer((req, res) => {
  received += 1;
  req.resume().on("end", () => res.end("taken"));
});

beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
afterAll(() => new Promise((resolve) => server.close(resolve)));
beforeEach(() => void (received = 0));

async function send(deadline: Deadline): Promise<number> {
  const dispatcher = new Agent({ connect: connectBefore(deadline) });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    const answer = await request(origin, { method: "POST", body: "a shirt", dispatcher });
    await answer.body.dump();
    return answer.statusCode;
  } finally {
    await dispatcher.close();
  }
}

it("sends within its deadline", async () => {
  expect(await send(deadlineIn(60_000))).toBe(200);
  expect(received).toBe(1);
});

it("sends nothing when the deadline has passed by the time the connection stands, even where no timer has run yet", async () => {
  const frozen: Deadline = { signal: new AbortController().signal, isOver: () => true };
  await expect(send(frozen)).rejects.toMatchObject({ code: "DEADLINE_PASSED" });
  expect(received).toBe(0);
});

it("a deadline is over by the steady clock and by the wall clock, whichever is first", () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  try {
    const deadline = deadlineIn(60_000);
    expect(deadline.isOver()).toBe(false);
    vi.setSystemTime(Date.now() + 60_000);
    expect(deadline.isOver()).toBe(true);
  } finally {
    vi.useRealTimers();
  }
  expect(deadlineIn(0).isOver()).toBe(true);
});
