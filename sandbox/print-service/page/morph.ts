/**
 * Makes `old` look like `fresh` by changing only what differs, so that focus, scrolling, what somebody has typed, and
 * what somebody has folded out stay as they are. Elements with the same `data-key` are the same thing, wherever they
 * stand.
 */
export function morph(old: Element, fresh: Element): void {
  syncAttributes(old, fresh);
  const keyed = new Map([...old.children].flatMap((child) => (keyOf(child) ? [[keyOf(child), child] as const] : [])));
  let at: ChildNode | null = old.firstChild;
  for (const freshNode of [...fresh.childNodes]) {
    const found =
      (freshNode instanceof Element && keyed.get(keyOf(freshNode))) || (at && isAlike(at, freshNode) ? at : null);
    if (!found) old.insertBefore(document.importNode(freshNode, true), at);
    else {
      if (found === at) at = at.nextSibling;
      else old.insertBefore(found, at);
      change(found, freshNode);
    }
  }
  while (at) {
    const next: ChildNode | null = at.nextSibling;
    at.remove();
    at = next;
  }
}

const keyOf = (element: Element): string | undefined =>
  element instanceof HTMLElement ? element.dataset["key"] : undefined;

function isAlike(old: ChildNode, fresh: ChildNode): boolean {
  if (old instanceof Element && fresh instanceof Element)
    return old.tagName === fresh.tagName && old.id === fresh.id && keyOf(old) === keyOf(fresh);
  return old.nodeType === fresh.nodeType && !(old instanceof Element);
}

function change(old: ChildNode, fresh: ChildNode): void {
  if (old instanceof Element && fresh instanceof Element) morph(old, fresh);
  else if (old.nodeValue !== fresh.nodeValue) old.nodeValue = fresh.nodeValue;
}

function syncAttributes(old: Element, fresh: Element): void {
  for (const { name } of [...old.attributes]) {
    // The user opens and closes `details`.
    if (name !== "open" && !fresh.hasAttribute(name)) old.removeAttribute(name);
  }
  for (const { name, value } of [...fresh.attributes]) {
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
}
