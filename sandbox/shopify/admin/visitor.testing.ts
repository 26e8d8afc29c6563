import { onTestFinished } from "vitest";
import type { StandInOptions } from "../server.ts";
import { SHOP, standInWithShop } from "../stand-in.testing.ts";

export const STORE = `/store/${SHOP.split(".")[0]}`;

/** A stand-in with a shop, and a browser without scripts before it. */
export async function visitor(options: Partial<StandInOptions> = {}) {
  const setup = await standInWithShop({ appUrl: "http://app.test", subscriptions: new Map(), ...options });
  const { standIn } = setup;
  onTestFinished(() => standIn.close());
  const read = async (answer: Response) => ({
    status: answer.status,
    location: answer.headers.get("location"),
    text: await answer.text(),
  });
  const ask = (path: string, init: RequestInit = {}) => fetch(`${standIn.url}${path}`, { redirect: "manual", ...init });
  return {
    ...setup,
    get: async (path: string) => read(await ask(path)),
    post: async (path: string, fields: Record<string, string> = {}) =>
      read(await ask(path, { method: "POST", body: new URLSearchParams(fields) })),
  };
}
