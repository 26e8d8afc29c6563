import { useEffect, useState } from "react";

/**
 * Within a dialog: gives the focus back, once that is closed, to what had it before. Polaris does so only for a dialog that
 * holds its own button.
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
