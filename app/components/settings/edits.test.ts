import { expect, test } from "vitest";
import { editsSince, unsavedValues } from "./use-settings-form.ts";

const SAVED = { window: "30", email: "", vendors: ["Fox"] };
type Settings = typeof SAVED;
const READABLE = { saved: SAVED, unreadable: [] };

test("only what differs from the saved values is unsaved", () => {
  expect(unsavedValues({ ...READABLE, edits: { window: "30", vendors: ["Fox"] } }).changed).toEqual({});
  const edits = { window: "45", vendors: ["Fox", "Bear"] };
  expect(unsavedValues({ ...READABLE, edits })).toEqual({ changed: edits, confirmed: [] });
});

test("what is shown for an unreadable value is unsaved, and confirmed unless somebody edited it", () => {
  const unreadable = ["window", "vendors"] as const;
  const form = { saved: SAVED, unreadable };
  expect(unsavedValues<Settings>({ ...form, edits: {} })).toEqual({
    changed: { window: "30", vendors: ["Fox"] },
    confirmed: ["window", "vendors"],
  });
  expect(unsavedValues<Settings>({ ...form, edits: { window: "30", email: "me@" } })).toEqual({
    changed: { window: "30", vendors: ["Fox"], email: "me@" },
    confirmed: ["vendors"],
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

test("a value typed back while the form was on its way is unsaved", () => {
  const edits = editsSince<Settings>({ window: "30" }, { window: "45" });
  const saved = { ...SAVED, window: "45" };
  expect(unsavedValues({ edits, saved, unreadable: [] }).changed).toEqual({ window: "30" });
});
