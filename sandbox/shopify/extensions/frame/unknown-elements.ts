const reported = new Set<string>();

function checkElement(element: Element): void {
  const name = element.localName;
  if (!name.includes("-") || customElements.get(name) || reported.has(name)) return;
  reported.add(name);
  console.error(`The sandbox's admin does not know <${name}> and shows it plainly`);
}

/** Reports elements that the sandbox does not know. */
export function reportUnknownElements(): void {
  new MutationObserver((changes) => {
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (node instanceof Element) [node, ...node.querySelectorAll("*")].forEach(checkElement);
    }
  }).observe(document.documentElement, { childList: true, subtree: true });
}
