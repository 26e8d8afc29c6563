import { expect, it } from "vitest";
import type { ArtworkCheckResult } from "../ports/artwork.ts";
import { idOf } from "../../tests/support/ids.ts";
import { checkLinks } from "./check-mappings.ts";

const FOUND: ArtworkCheckResult = { ok: true, type: "image/png", file: null };
const linksOf = (name: string, count: number) => Array.from({ length: count }, (_, at) => `https://${name}/${at}`);

/** A server that answers once it is told to, and counts the downloads at once, of all and of each host. */
function slowServer() {
  const open = new Map<string, number>();
  const most = { all: 0, host: 0 };
  const count = (host: string, by: number) => {
    open.set(host, (open.get(host) ?? 0) + by);
    most.host = Math.max(most.host, open.get(host) ?? 0);
    most.all = Math.max(
      most.all,
      [...open.values()].reduce((sum, one) => sum + one, 0),
    );
  };
  const asked: string[] = [];
  return {
    most,
    asked,
    async check(link: string): Promise<ArtworkCheckResult> {
      const { host } = new URL(link);
      asked.push(link);
      count(host, 1);
      await new Promise((resolve) => setImmediate(resolve));
      count(host, -1);
      return FOUND;
    },
  };
}

it("downloads a few files of a shop at once, however many requests it makes, and a few more of all shops", async () => {
  const artwork = slowServer();
  const requests = ["one", "one", "two", "three", "four", "five"].map((shop) =>
    checkLinks({ artwork }, idOf(shop), linksOf(shop, 20)),
  );
  expect((await Promise.all(requests)).flat()).toEqual(Array.from({ length: 120 }, () => FOUND));
  expect(artwork.most).toEqual({ all: 12, host: 4 });
});

it("downloads nothing more once the request has taken too long: the rest counts as too slow for now", async () => {
  const artwork = slowServer();
  const deadline = { isOver: () => artwork.asked.length >= 5 };
  const answers = await checkLinks({ artwork }, idOf("late"), linksOf("late", 20), deadline);
  expect(artwork.asked).toHaveLength(5);
  expect(answers.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => FOUND));
  expect(new Set(answers.slice(5).map((one) => JSON.stringify(one)))).toEqual(
    new Set([JSON.stringify({ ok: false, reason: "timeout", temporary: true })]),
  );
});
