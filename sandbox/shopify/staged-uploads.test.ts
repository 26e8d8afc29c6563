import { afterEach, beforeEach, expect, test } from "vitest";
import { receiveUpload, stageUpload, type StagedUploads } from "./staged-uploads.ts";
import { SHOP, standInWithShop } from "./stand-in.testing.ts";

let setup: Awaited<ReturnType<typeof standInWithShop>>;
beforeEach(async () => {
  setup = await standInWithShop();
});
afterEach(() => setup.standIn.close());

interface Target {
  url: string;
  parameters: { name: string; value: string }[];
}

async function target(): Promise<Target> {
  const input = '[{ filename: "a.pdf", mimeType: "application/pdf", resource: FILE, httpMethod: POST }]';
  const { data } = await setup.ask(
    `mutation { stagedUploadsCreate(input: ${input}) { stagedTargets { url parameters { name value } } userErrors { message } } }`,
  );
  return (data as { stagedUploadsCreate: { stagedTargets: Target[] } }).stagedUploadsCreate.stagedTargets[0] as Target;
}

async function send({ url, parameters }: Target, file: File, { fileFirst = false } = {}) {
  const form = new FormData();
  if (fileFirst) form.append("file", file);
  for (const { name, value } of parameters) form.append(name, value);
  if (!fileFirst) form.append("file", file);
  const { status } = await fetch(url, { method: "POST", body: form });
  return status;
}

const pdf = (bytes: number) => new File([new Uint8Array(bytes)], "a.pdf");

test("a file is taken with the fields of its policy, from pages of any site", async () => {
  const at = await target();
  const preflight = await fetch(at.url, { method: "OPTIONS" });
  expect([preflight.status, preflight.headers.get("access-control-allow-origin")]).toEqual([204, "*"]);
  expect(await send(at, pdf(10))).toBe(201);
  const forged = at.parameters.map((field) => (field.name === "acl" ? { ...field, value: "public-read" } : field));
  expect(await send({ ...at, parameters: forged }, pdf(10))).toBe(403);
});

test("a file that is empty or not last is refused", async () => {
  const at = await target();
  expect(await send(at, pdf(0))).toBe(400);
  expect(await send(at, pdf(10), { fileFirst: true })).toBe(400);
});

test("a file that is too large is refused", async () => {
  const uploads: StagedUploads = new Map();
  const { fields } = stageUpload(uploads, "1", "a.pdf", "application/pdf");
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append("file", pdf(20_000_001));
  expect(await receiveUpload(uploads, form)).toEqual({ status: 400, code: "EntityTooLarge" });
});

test("adding a file to the shop needs write_files", async () => {
  const create = () =>
    setup.ask(
      'mutation { fileCreate(files: [{ originalSource: "https://x.example" }]) { files { id } userErrors { code } } }',
    );
  expect((await create()).errors?.[0]?.extensions?.code).toBe("ACCESS_DENIED");
  setup.standIn.grantScopes(SHOP, [...setup.standIn.shop(SHOP).scopes, "write_files"]);
  expect((await create()).data).toEqual({
    fileCreate: { files: null, userErrors: [{ code: "INVALID_IMAGE_SOURCE_URL" }] },
  });
});
