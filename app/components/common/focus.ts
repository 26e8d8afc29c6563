import { useEffect, useState } from "react";

/**
 * Returns the focus when a dialog closes: Polaris does this only for one that contains its own activator. Called by what
 * stays through all steps of the dialog.
 */
export function useRestoreFocus(): void {
  const [before] = useState(activator);
  useEffect(
    () => () => {
      if (before) requestAnimationFrame(() => before.focus());
    },
    [before],
  );
}

/** The same in JSX, such as beside a dialog that is yet to be loaded. */
export function RestoreFocus(): null {
  useRestoreFocus();
  return null;
}

/** What opened the dialog: of an entry of a menu, which closes, the button of the menu. */
function activator(): HTMLElement | null {
  const focused = document.activeElement;
  const menu = focused?.closest(".Polaris-Popover__Content");
  const found = menu ? document.querySelector(`[aria-controls="${menu.id}"]`) : focused;
  return found instanceof HTMLElement ? found : null;
}

/** React may take some frames until it shows the errors. */
const MAX_FRAMES = 60;

/** Moves the focus to the first invalid field, once it is shown: on a long form it may be out of sight. */
export function focusFirstError(frames = MAX_FRAMES): void {
  requestAnimationFrame(() => {
    // A list of choices is a fieldset, which takes no focus: its first choice does.
    const field = document.querySelector<HTMLElement>(
      '[aria-invalid="true"]:not(fieldset), fieldset[aria-invalid="true"] input',
    );
    if (field) field.focus();
    else if (frames > 0) focusFirstError(frames - 1);
  });
}
