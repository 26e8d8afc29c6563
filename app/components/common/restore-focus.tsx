import { useEffect, useState } from "react";

/**
 * Inside a dialog: returns the focus to the element that had it before, once the dialog is closed. Polaris does this only
 * for a dialog that contains its own activator.
 */
export function RestoreFocus(): null {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (before instanceof HTMLElement) requestAnimationFrame(() => before.focus());
    },
    [before],
  );
  return null;
}
