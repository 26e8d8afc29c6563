import { expect, test } from "vitest";
import { z } from "zod";
import { readJson } from "./read-request.server.ts";

const shape = z.object({ text: z.string() });
const read = (body: string) => readJson(new Request("https://app.example/", { method: "POST", body }), shape);

test.each([
  ["NUL\0, which is copied along", "NUL , which is copied along"],
  ["\0\\\0", " \\ "],
  [String.raw`typed: \u0000`, String.raw`typed: \u0000`],
])("a text of a form, %j, is taken as one that PostgreSQL stores", async (text, stored) =>
  expect(await read(JSON.stringify({ text }))).toEqual({ text: stored }),
);

test.each(["", "{", '{"text":1}', "null"])("a body that is not what is asked for, %j, is refused", async (body) => {
  await expect(read(body)).rejects.toMatchObject({ status: 400 });
});
