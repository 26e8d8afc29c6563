import type { OrderCard } from "../../app/extension-api/responses.ts";

/** One request from an extension to the app. */
interface AppCall {
  method: string;
  path: string;
  body: unknown;
}

/** Stands in for the app: answers by path, repeats the last answer of a path, and records the calls. */
export function mockApp(answers: Record<string, unknown[]>) {
  const calls: AppCall[] = [];
  const remaining = Object.fromEntries(Object.entries(answers).map(([path, list]) => [path, [...list]]));
  const fetch = (path: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const method = init?.method ?? "GET";
    const name = `${method} ${String(path).replace("/app/api/extensions/", "")}`;
    calls.push({ method, path: name, body: init?.body ? JSON.parse(String(init.body)) : undefined });
    const list = remaining[name];
    if (!list) return Promise.reject(new TypeError(`no answer for ${name}`));
    const answer = list.length > 1 ? list.shift() : list[0];
    if (answer instanceof Promise) return answer as Promise<Response>;
    return Promise.resolve(answer instanceof Response ? answer.clone() : Response.json(answer));
  };
  return { calls, fetch, posted: () => calls.filter(({ method }) => method === "POST") };
}

const NOW = "2026-11-21T12:00:00.000Z";

/** An order on hold; a test changes only what it is about. */
export function card(changes: Partial<OrderCard> = {}): OrderCard {
  return {
    name: "#1001",
    page: "/app/orders/1001",
    state: { label: "Waiting", tone: "caution" },
    message: "On hold. See the reason for details.",
    countdown: null,
    reasons: [],
    parcels: [],
    inShopify: [],
    submission: { id: "s1", reference: "ref-1", items: [{ title: "Tee, Black", itemSku: "TEE-BLK", quantity: 2 }] },
    actions: [],
    now: NOW,
    shouldPoll: false,
    ...changes,
  };
}
