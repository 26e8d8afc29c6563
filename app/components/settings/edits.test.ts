import { expect, test } from "vitest";
import { changedEdits, editsSince } from "./edits.ts";

const SAVED = { window: "30", email: "", vendors: ["Fox"] };
type Settings = typeof SAVED;

test("only what differs from the saved values is a change", () => {
  expect(changedEdits({ window: "30", vendors: ["Fox"] }, SAVED)).toEqual({});
  expect(changedEdits({ window: "45", vendors: ["Fox", "Bear"] }, SAVED)).toEqual({
    window: "45",
    vendors: ["Fox", "Bear"],
  });
});

test("what was typed while the form was on its way stays, and what was sent goes", () => {
  const sent: Partial<Settings> = { window: "45", vendors: ["Fox", "Bear"] };
  expect(editsSince(sent, sent)).toEqual({});
  expect(editsSince({ window: "450", vendors: ["Fox", "Bear"], email: "me@" }, sent)).toEqual({
    window: "450",
    email: "me@",
  });
});

test("a value typed back while the form was on its way is a change of what is saved then", () => {
  const since = editsSince<Settings>({ window: "30" }, { window: "45" });
  expect(changedEdits(since, { ...SAVED, window: "45" })).toEqual({ window: "30" });
});
