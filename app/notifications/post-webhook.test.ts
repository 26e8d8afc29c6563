import { Agent } from "undici";
import { expect, test } from "vitest";
import { publicLookup } from "../artwork/artwork-fetch.server.ts";
import { createPostWebhook } from "./post-webhook.server.ts";

const message = { id: "1", secret: "whsec_c2VjcmV0", at: new Date(0), text: "Hello" };

test("nothing is posted to a private address, by its number or by a name that leads there", async () => {
  const toThisMachine = ((_name, _options, callback) =>
    callback(null, [{ address: "127.0.0.1", family: 4 }])) as Parameters<typeof publicLookup>[0];
  const dispatcher = new Agent({ connect: { lookup: publicLookup(toThisMachine) } });
  const post = createPostWebhook({ timeoutMs: 5_000, dispatcher });
  const refused = { outcome: "rejected", problem: "private_address" };
  expect(await post({ ...message, url: "https://10.0.0.1/hook" })).toEqual(refused);
  expect(await post({ ...message, url: "https://localhost/hook" })).toEqual(refused);
  expect(await post({ ...message, url: "https://rebound.test/hook" })).toEqual(refused);
});

test("a host that does not exist gets the message later", async () => {
  const notFound = ((_name, _options, callback) =>
    callback(Object.assign(new Error("no such host"), { code: "ENOTFOUND" }), [])) as Parameters<
    typeof publicLookup
  >[0];
  const dispatcher = new Agent({ connect: { lookup: publicLookup(notFound) } });
  const post = createPostWebhook({ timeoutMs: 5_000, dispatcher });
  expect(await post({ ...message, url: "https://nowhere.test/hook" })).toEqual({
    outcome: "not_processed",
    problem: "host_not_found",
  });
});
