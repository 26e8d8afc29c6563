/** Moves the focus to the first invalid field, once it is shown: on a long form it may be out of sight. */
export function focusFirstError(): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
}
