import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { addLogContext, withLogContext, logCall } from "./log-context.ts";
import { createLog } from "./log.server.ts";

function recorder(level = "info") {
  const written: string[] = [];
  const log = createLog(level, { write: (line) => void written.push(line) });
  return { log, lines: () => written.map((line) => JSON.parse(line) as Record<string, unknown>) };
}

test("lines of work carry its ids, also those that become known, and those of no other work", async () => {
  const { log, lines } = recorder();
  const work = (id: string) =>
    withLogContext({ job: "order", order: id }, async () => {
      await nextTurn();
      addLogContext({ reference: `R-${id}` });
      log.info({ outcome: "done" }, id);
    });
  await Promise.all([work("1"), work("2")]);
  await withLogContext({ order: "3" }, () => withLogContext({ parcel: "4" }, async () => log.info({}, "inner")));
  addLogContext({ order: "nowhere" });
  log.info({}, "outside");
  expect(lines().map(({ level: _level, time: _time, ...fields }) => fields)).toEqual([
    { job: "order", order: "1", reference: "R-1", outcome: "done", msg: "1" },
    { job: "order", order: "2", reference: "R-2", outcome: "done", msg: "2" },
    { parcel: "4", msg: "inner" },
    { msg: "outside" },
  ]);
});

test("a field of a line counts more than that of its work, and secrets are left out of both", () => {
  const { log, lines } = recorder();
  withLogContext({ job: "order", accessToken: "t0p" }, () => log.info({ job: "other" }, "line"));
  expect(lines()[0]).toMatchObject({ job: "other", accessToken: "[redacted]" });
});

test("what changed something or failed is shown, with the other system's id where that is an id", () => {
  const { log, lines } = recorder();
  const call = { system: "shopify", operation: "One", isWrite: false, result: "ok", ms: 1.4 } as const;
  logCall(log, call);
  logCall(log, { ...call, isWrite: true, remoteRequestId: "5d1f-1" });
  logCall(log, { ...call, result: "http_403", remoteRequestId: "ada@buyer.example" });
  expect(lines().map(({ result, remoteRequestId, ms }) => [result, remoteRequestId, ms])).toEqual([
    ["ok", "5d1f-1", 1],
    ["http_403", undefined, 1],
  ]);
});
