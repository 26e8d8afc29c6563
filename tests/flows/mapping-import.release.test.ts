import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { ImportView } from "../../app/catalog/import/mapping-import.ts";
import { gidOf } from "../../app/ports/gid.ts";
import { startBuiltApp, type BuiltApp } from "../support/built-app.ts";
import { stockShop } from "../support/goods.ts";
import { startTestApp, type TestApp } from "../support/test-app.ts";
import { until } from "../support/until.ts";

let testApp: TestApp;
let builtApp: BuiltApp;

beforeAll(async () => {
  testApp = await startTestApp();
  const goods = await stockShop(testApp);
  const variantGid = gidOf("ProductVariant", goods.unmapped);
  const [tee] = await testApp.services.core.ctx.db.mapping.findMany();
  await testApp.map(variantGid, tee?.productGid ?? gidOf("Product", ""), "TEE-BLACK-L");
  builtApp = await startBuiltApp(testApp);
});
afterAll(async () => {
  await builtApp.close();
  await testApp.close();
});

const ask = (method: string, path: string, body?: unknown) => builtApp.request(testApp.shop, method, path, { body });

async function upload(text: string): Promise<{ status: number; result: unknown }> {
  const answer = await fetch(`${builtApp.url}/app/products/import/file`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${testApp.shopify.sessionToken(testApp.shop)}`,
      "content-type": "application/gzip",
      "user-agent": "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0",
    },
    body: gzipSync(text),
  });
  return { status: answer.status, result: await answer.json() };
}

const current = async (): Promise<ImportView | null> =>
  (JSON.parse((await ask("GET", "/app/products/import")).text) as { current: ImportView | null }).current;

const inState = (state: ImportView["state"]) =>
  until(`an import that is ${state}`, async () => {
    const view = await current();
    return view?.state === state ? view : null;
  });

const mappings = async () =>
  (await testApp.services.core.ctx.db.mapping.findMany({ orderBy: { variantGid: "asc" } })).map(({ itemSku, note }) => [
    itemSku,
    note,
  ]);

it("a merchant exports mappings, changes them in a spreadsheet, sees what is wrong, and imports the fixed file", async () => {
  const before = await mappings();
  const exported = await ask("GET", "/app/products/export?variants=mapped");
  expect([exported.status, exported.headers.get("content-disposition")]).toEqual([
    200,
    'attachment; filename="mappings-mapped.csv"',
  ]);
  // As Excel in Germany saves it.
  const [header = "", ...rows] = exported.text.trim().split("\r\n");
  expect(rows).toHaveLength(2);
  const german = (lines: string[]) => [header, ...lines].map((line) => line.replaceAll('","', '";"')).join("\r\n");
  const changed = rows.map((line, at) => line.replace(/"([^"]*)","([^"]*)"$/, `"Fold ${at}","$2"`));

  const damaged = changed.map((line, at) => (at === 0 ? line.replace(/gid:[^"]*/, "5,01E+13") : line));
  expect(await upload(german(damaged))).toEqual({ status: 200, result: { outcome: "received" } });
  const wrong = await inState("checked");
  expect(wrong).toMatchObject({ rows: { wrong: 1, changed: rows.length - 1 } });
  const problems = await ask("GET", "/app/products/import/problems");
  expect(problems.text).toContain('"2","Variant ID: Your spreadsheet shortened a number: 5,01E+13.');
  expect(await upload(german(changed))).toMatchObject({ status: 409 });
  expect(await mappings()).toEqual(before);
  await ask("POST", "/app/products/import", { intent: "discard", id: wrong.id });

  expect(await upload(german(changed))).toMatchObject({ status: 200 });
  const { id } = await inState("checked");
  const changes = await ask("GET", "/app/products/import/changes");
  expect(changes.text).toContain('"Row","Column","Before","After"\r\n"2","Print note","');
  await ask("POST", "/app/products/import", { intent: "save", id, withProblems: false });
  expect(await inState("done")).toMatchObject({ saved: { mappings: rows.length } });
  expect((await mappings()).every(([, note]) => note?.startsWith("Fold "))).toBe(true);
});

it("a file that cannot be read changes nothing and says why", async () => {
  expect(await upload("PK\u0003\u0004 a workbook")).toEqual({
    status: 422,
    result: { outcome: "unreadable", problem: { kind: "workbook", row: null } },
  });
  expect(await current()).toBeNull();
});
