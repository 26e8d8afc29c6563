import type { PickerOptions } from "../../app-bridge/messages.ts";
import { make, part } from "./element.ts";
import { answerQuestion, page } from "./frame-channel.ts";
import { pickerList } from "./picker-list.ts";
import { Selection, type PickProduct } from "./selection.ts";

const SETTLE_MS = 150;
const NOUNS = { product: "products", variant: "variants", collection: "collections" };

async function find(query: string, options: PickerOptions): Promise<PickProduct[]> {
  if (options.type === "collection") return [];
  const words = [query, options.filter?.query ?? ""].join(" ").trim();
  const reply = await fetch(`/store/${page["store"]}/picker.json?query=${encodeURIComponent(words)}`);
  return (await reply.json()) as PickProduct[];
}

/** Opens the picker and resolves with what was chosen; null when it was closed. */
function pick(options: PickerOptions): Promise<unknown[] | null> {
  const dialog = part<HTMLDialogElement>("picker");
  const selection = new Selection(options);
  const noun = NOUNS[options.type];
  const search = make("input", { type: "search", placeholder: `Search ${noun}`, ariaLabel: `Search ${noun}` });
  const list = make("div", { className: "picker-list" });
  const count = make("span", { className: "subdued", role: "status" });
  const close = (value: string) => () => dialog.close(value);
  const verb = options.action === "select" ? "Select" : "Add";
  const accept = make("button", { type: "button", className: "button primary", onclick: close("yes") }, verb);
  let products: PickProduct[] = [];

  function show(): void {
    const at = [...list.querySelectorAll("input")].findIndex((box) => box === document.activeElement);
    list.replaceChildren(...pickerList(products, options, selection, show));
    if (products.length === 0) list.append(make("p", { className: "picker-none" }, `No ${noun} found`));
    if (at >= 0) list.querySelectorAll("input")[at]?.focus();
    count.textContent = `${selection.size} selected`;
    accept.disabled = selection.size === 0;
  }
  async function load(): Promise<void> {
    const searchText = search.value;
    const found = await find(searchText, options);
    // An answer to an earlier query is dropped.
    if (searchText !== search.value) return;
    products = found;
    selection.addProducts(found);
    show();
  }

  search.value = options.query ?? "";
  let timer: number | undefined;
  search.oninput = () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => void load(), SETTLE_MS);
  };
  dialog.replaceChildren(
    make("h2", { id: "picker-title", className: "dialog-title" }, `${verb} ${noun}`),
    make("div", { className: "picker-search" }, search),
    list,
    make(
      "div",
      { className: "dialog-buttons spread" },
      count,
      make(
        "span",
        { className: "row" },
        make("button", { type: "button", className: "button", onclick: close("no") }, "Cancel"),
        accept,
      ),
    ),
  );
  dialog.returnValue = "no";
  dialog.showModal();
  void load();
  return new Promise((resolve) => {
    const done = () => resolve(dialog.returnValue === "yes" ? selection.picked() : null);
    dialog.addEventListener("close", done, { once: true });
  });
}

export const startPicker = (): void => answerQuestion("picker", pick);
