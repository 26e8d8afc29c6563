import { expect, test, vi } from "vitest";
import shouldRender from "./src/should-render.ts";

const stubApp = (answer: () => Promise<Response>) => {
  vi.stubGlobal("shopify", {
    data: { selected: [{ id: "gid://shopify/Order/1001" }] },
    i18n: { translate: (key: string) => key },
  });
  const fetch = vi.fn(answer);
  vi.stubGlobal("fetch", fetch);
  return fetch;
};

test.each([true, false])("the admin offers the action as the app responds: %s", async (applies) => {
  const fetch = stubApp(() => Promise.resolve(Response.json({ applies })));
  expect(await shouldRender()).toEqual({ display: applies });
  expect(fetch.mock.calls[0]?.[0 as never]).toBe("/app/api/extensions/orders/1001/applies");
});

test("the admin does not offer the action while the app does not respond", async () => {
  stubApp(() => Promise.reject(new TypeError("no network")));
  expect(await shouldRender()).toEqual({ display: false });
});
