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

test.each([true, false])("it is offered as the app says: %s", async (applies) => {
  const fetch = stubApp(() => Promise.resolve(Response.json({ applies })));
  expect(await shouldRender()).toEqual({ display: applies });
  expect(fetch.mock.calls[0]?.[0 as never]).toBe("/app/api/extensions/orders/1001/applies");
});

test("it is not offered where the app does not answer", async () => {
  stubApp(() => Promise.reject(new TypeError("no network")));
  expect(await shouldRender()).toEqual({ display: false });
});
