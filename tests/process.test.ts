import { expect, test } from "vitest";
import { freePort } from "../scripts/launcher/free-port.ts";
import { answersOk, BROWSER, complete, start } from "./process.testing.ts";

test("it refuses to start without its two addresses, and says so", async () => {
  const { ended, output } = start({});
  expect(await ended).toBe(1);
  expect(output()).toContain("DATABASE_URL is not set");
  expect(output()).toContain("REDIS_URL is not set");
});

/** What a browser that accepts this encoding gets of a file. */
async function fileAs(address: string, encoding: string) {
  const answer = await fetch(address, { headers: { ...BROWSER, "accept-encoding": encoding } });
  const { headers } = answer;
  return {
    encoding: headers.get("content-encoding"),
    cache: headers.get("cache-control"),
    vary: headers.get("vary"),
    bytes: Number(headers.get("content-length")),
    text: await answer.text(),
  };
}

test("it serves pages, files and deliveries, and ends in order on SIGTERM", async () => {
  const { settings, url } = await complete("all");
  const app = start(settings);
  await answersOk(`${url}/readyz`);
  const page = await fetch(url, { headers: BROWSER });
  expect(page.status).toBe(200);
  const html = await page.text();
  expect(html).toContain("Inkbridge");
  const [file] = /\/assets\/manifest-\w+\.js/.exec(html) ?? [];
  const whole = await fileAs(`${url}${file}`, "identity");
  expect(whole).toMatchObject({ encoding: null, cache: "public, max-age=31536000, immutable" });
  for (const encoding of ["br", "gzip"]) {
    const compressed = await fileAs(`${url}${file}`, `${encoding}, identity;q=0.1`);
    expect(compressed).toMatchObject({ encoding, cache: whole.cache, vary: "Accept-Encoding", text: whole.text });
    // Compressed at build time: its length is known before it is sent.
    expect(compressed.bytes).toBeGreaterThan(0);
    expect(compressed.bytes).toBeLessThan(whole.text.length / 2);
  }
  expect((await fetch(`${url}/assets/none.js`)).status).toBe(404);
  expect((await fetch(`${url}/webhooks/orders/create`, { method: "POST", body: "{}" })).status).toBe(401);
  app.child.kill("SIGTERM");
  expect(await app.ended, app.output()).toBe(0);
});

test("a worker serves its health and nothing else, and the board of the queues on a port of its own", async () => {
  const { settings, url } = await complete("worker");
  const port = String(await freePort());
  const app = start({ ...settings, BOARD_PORT: port });
  await answersOk(`${url}/readyz`);
  expect((await fetch(`${url}/webhooks/orders/create`, { method: "POST", body: "{}" })).status).toBe(404);
  expect((await fetch(url, { headers: BROWSER })).status).toBe(404);
  const board = `http://127.0.0.1:${port}`;
  expect(await (await fetch(board)).text()).toContain("Inkbridge queues");
  const { queues } = (await (await fetch(`${board}/api/queues`)).json()) as { queues: { name: string }[] };
  expect(queues.map(({ name }) => name)).toEqual(["delivery", "order", "submission", "parcel", "long_run", "wake_up"]);
  expect((await fetch(`${url}/api/queues`)).status).toBe(404);
  app.child.kill("SIGTERM");
  expect(await app.ended, app.output()).toBe(0);
});
