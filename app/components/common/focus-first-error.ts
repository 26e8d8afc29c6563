/** React may take some frames until it shows the errors. */
const MAX_FRAMES = 60;

/** Moves the focus to the first invalid field, once it is shown: on a long form it may be out of sight. */
export function focusFirstError(frames = MAX_FRAMES): void {
  requestAnimationFrame(() => {
    const field = document.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (field) field.focus();
    else if (frames > 0) focusFirstError(frames - 1);
  });
}
