import "./browser-window.testing.ts";
import { AppProvider } from "@shopify/polaris";
import { createElement, type ReactNode } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";

/** Shows a view in jsdom. Imported before what loads Polaris. */
export function renderView(view: ReactNode) {
  const container = document.body.appendChild(document.createElement("div"));
  const root = createRoot(container);
  const render = (shown: ReactNode) =>
    flushSync(() => root.render(createElement(AppProvider, { i18n: {}, children: shown })));
  render(view);
  return {
    container,
    /** The first button with this text. */
    button: (text: string) => [...container.querySelectorAll("button")].find(({ textContent }) => textContent === text),
    render,
    close: () => {
      flushSync(() => root.unmount());
      container.remove();
    },
  };
}
