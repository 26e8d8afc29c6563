import { afterEach, expect, it } from "vitest";
import { standInWithShop } from "../../shopify/stand-in.testing.ts";
import { openBackOffice } from "./back-office.testing.ts";

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function artwork(artworkFrom: string | null, side: string) {
  const office = await openBackOffice({ artworkFrom });
  closers.push(() => office.service.close());
  const { headers } = await office.page(`/page/artwork/${office.order().items[0]!.itemId}/${side}`);
  return headers.get("content-type");
}

it("comes from the stand-in that keeps it, and is a drawing where there is none", async () => {
  const { standIn } = await standInWithShop();
  closers.push(() => standIn.close());
  expect(await artwork(standIn.url, "front")).toBe("image/png");
  expect(await artwork(standIn.url, "back")).toBe("image/svg+xml");
  expect(await artwork(null, "front")).toBe("image/svg+xml");
  expect(await artwork("http://127.0.0.1:9", "front")).toBe("image/svg+xml");
});
