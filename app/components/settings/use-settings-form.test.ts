// @vitest-environment jsdom
import { renderView } from "../common/render-view.testing.ts";
import { createElement } from "react";
import { flushSync } from "react-dom";
import { expect, test } from "vitest";
import { shopSettings } from "../../settings/settings.ts";
import { toDraft } from "../../settings-page/settings-draft.ts";
import { editsSince, unsavedValues, useSetting, useSettingsForm } from "./use-settings-form.ts";

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

test("a key renders the field that it was typed into, and no other field", () => {
  const rendered = { page: 0, noteTemplate: 0, fallbackEmail: 0 };
  type Name = Exclude<keyof typeof rendered, "page">;
  const typing: Partial<Record<Name, (text: string) => void>> = {};
  const settings = { draft: toDraft(shopSettings.parse({}), new Date(0), "UTC"), unreadable: [] };
  function Field({ form, name }: { form: ReturnType<typeof useSettingsForm>; name: Name }) {
    const { value, set } = useSetting(form, name);
    rendered[name] += 1;
    typing[name] = set;
    return createElement("p", null, value);
  }
  function FormPage() {
    const form = useSettingsForm(settings);
    rendered.page += 1;
    return [
      createElement(Field, { form, name: "noteTemplate", key: 1 }),
      createElement(Field, { form, name: "fallbackEmail", key: 2 }),
    ];
  }
  const { container, close } = renderView(createElement(FormPage));
  for (const text of ["f", "fo", "fox"]) flushSync(() => typing.noteTemplate?.(text));
  expect(container.textContent).toBe("fox");
  expect(rendered).toEqual({ page: 1, noteTemplate: 4, fallbackEmail: 1 });
  close();
});
