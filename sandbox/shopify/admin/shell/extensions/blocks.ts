import { extensionFrame } from "./extension-frame.ts";
import { openByHandle } from "./actions.ts";
import { follow } from "./follow.ts";

const partOf = (card: HTMLElement, selector: string): HTMLElement => {
  const found = card.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`The block has no ${selector}`);
  return found;
};

function load(card: HTMLElement): void {
  const [title, summary, body] = [
    partOf(card, "h2"),
    partOf(card, ".extension-summary"),
    partOf(card, ".extension-body"),
  ];
  const { block = "", selected = "" } = card.dataset;
  const name = title.textContent;
  const frame = extensionFrame(block, name, selected.split(","), {
    height: (height) => {
      frame.style.height = `${height}px`;
    },
    heading: ({ heading, summary: words }) => {
      title.textContent = heading || name;
      summary.textContent = words;
    },
    open: ({ url }) => {
      const [, handle] = /^extension:\/*([\w-]+)/.exec(url) ?? [];
      if (handle) openByHandle(handle);
      else follow(url);
    },
    failed: () => {
      summary.textContent = "This block ran into an error.";
      summary.hidden = false;
    },
  });
  summary.hidden = !body.hidden;
  // The page does not jump where the same block is only loaded again.
  frame.style.height = body.querySelector("iframe")?.style.height ?? "";
  body.replaceChildren(frame);
}

function startFold(card: HTMLElement): void {
  const [button, body, summary] = [
    partOf(card, "button"),
    partOf(card, ".extension-body"),
    partOf(card, ".extension-summary"),
  ];
  button.addEventListener("click", () => {
    const open = button.ariaExpanded !== "true";
    button.ariaExpanded = String(open);
    body.hidden = !open;
    summary.hidden = open;
  });
}

const cards = () => document.querySelectorAll<HTMLElement>("[data-block]");

/** Loads the blocks again: shopify: "after they're closed, the page updates with the changes from the action". */
export const reloadBlocks = (): void => cards().forEach(load);

/** The app's cards on the page. */
export function startBlocks(): void {
  cards().forEach(startFold);
  cards().forEach(load);
}
