import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { Agent, request } from "undici";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createCatalog, createPrintServiceStandIn } from "./print-service/index.ts";
import { destination, PICTURES, reroute } from "./reroute.ts";
import { SHOP, standInWithShop } from "./shopify/stand-in.testing.ts";

let setup: Awaited<ReturnType<typeof standInWithShop>>;
let undo: () => void;

beforeEach(async () => {
  setup = await standInWithShop();
  undo = reroute({ shopify: setup.standIn.url });
});
afterEach(async () => {
  undo();
  await setup.standIn.close();
});

test("fetch for a shop reaches the stand-in as that shop", async () => {
  const answer = await fetch(`https://${SHOP}/admin/api/2026-10/graphql.json`, {
    method: "POST",
    headers: { "x-shopify-access-token": setup.token },
    body: JSON.stringify({ query: "{ shop { myshopifyDomain } }" }),
  });
  expect(await answer.json()).toMatchObject({ data: { shop: { myshopifyDomain: SHOP } } });
});

test("an agent of the package undici reaches artwork, whatever its own rules for connections", async () => {
  const agent = new Agent({ connect: { lookup: () => expect.unreachable("nothing is looked up") } });
  const answer = await request("https://art.example/front.png", { dispatcher: agent, headers: { accept: "image/*" } });
  expect(answer.headers["content-type"]).toBe("image/png");
  const bytes = Buffer.from(await answer.body.arrayBuffer());
  expect(bytes.subarray(1, 4).toString("latin1")).toBe("PNG");
  expect((await request("https://cdn.shopify.com/missing/front.png", { dispatcher: agent })).statusCode).toBe(404);
});

test("pictures of products come from the print service", async () => {
  const product = createCatalog()[0]!;
  const service = await createPrintServiceStandIn({ products: [product] });
  vi.stubEnv("PRINT_SERVICE_URL", service.url);
  try {
    const link = `https://${PICTURES}/page/mockup/${product.code}.png`;
    const answer = await request(link, { dispatcher: new Agent() });
    expect([answer.statusCode, answer.headers["content-type"]]).toEqual([200, "image/png"]);
    await answer.body.dump();
  } finally {
    vi.unstubAllEnvs();
    await service.close();
  }
});

test("loopback passes, anything else is refused with its name", async () => {
  expect((await fetch(`${setup.standIn.url}/_cdn/a.png`)).status).toBe(200);
  await expect(request("https://shopify.dev/docs", { dispatcher: new Agent() })).rejects.toThrow(
    /https:\/\/shopify\.dev/,
  );
  const cause = await fetch("https://shopify.dev/docs").catch((error: Error) => error.cause);
  expect(String(cause)).toMatch(/reaches no other host/);
});

test.each([
  ["http://127.0.0.1:80", "pass"],
  ["http://[::1]:80", "pass"],
  ["http://localhost", "pass"],
  [`https://${SHOP}`, "stand-in"],
  ["https://art.example", "stand-in"],
  ["https://myshopify.com.evil.test", "refuse"],
  ["https://127.0.0.1.evil.test", "refuse"],
])("%s: %s", (origin, where) => expect(destination(origin)).toBe(where));

const PROGRAM = `
  const answer = await fetch("https://${SHOP}/nothing").catch((error) => ({ status: String(error.cause) }));
  console.log(answer.status);
`;
const run = promisify(execFile);

test("as a preload it is switched on by the environment", async () => {
  const preload = new URL("./reroute.ts", import.meta.url).href;
  const env = { ...process.env, INKBRIDGE_SHOPIFY_STANDIN: setup.standIn.url };
  const { stdout } = await run(process.execPath, ["--import", preload, "--input-type=module", "-e", PROGRAM], { env });
  expect(stdout.trim()).toBe("404");
});

test("without the variable the preload changes nothing", async () => {
  const program = `
    await fetch("data:,");
    const before = globalThis[Symbol.for("undici.globalDispatcher.1")];
    await import(${JSON.stringify(new URL("./reroute.ts", import.meta.url).href)});
    console.log(before !== undefined && before === globalThis[Symbol.for("undici.globalDispatcher.1")]);
  `;
  const env = { ...process.env, INKBRIDGE_SHOPIFY_STANDIN: "" };
  const { stdout } = await run(process.execPath, ["--input-type=module", "-e", program], { env });
  expect(stdout.trim()).toBe("true");
});
