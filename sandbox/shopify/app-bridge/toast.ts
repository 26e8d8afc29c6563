import { onCommand, postEvent } from "./channel.ts";

interface ToastOptions {
  duration?: number;
  isError?: boolean;
  action?: string;
  onAction?: () => void;
  onDismiss?: () => void;
}

const DEFAULT_MS = 5000;
const openToasts = new Map<string, ToastOptions>();
let last = 0;

/** `shopify.toast`: the admin shows it, and reports a click or a dismissal. */
export const toast = {
  show(text: string, options: ToastOptions = {}): string {
    const id = `toast-${(last += 1)}`;
    openToasts.set(id, options);
    const { isError = false, duration = DEFAULT_MS, action = null } = options;
    postEvent({ kind: "toast", detail: { id, text, isError, duration, action } });
    return id;
  },
  hide: (id: string): void => postEvent({ kind: "toast-hide", detail: { id } }),
};

export function listenForToasts(): void {
  onCommand("toast-action", ({ id }) => openToasts.get(id)?.onAction?.());
  onCommand("toast-gone", ({ id }) => {
    openToasts.get(id)?.onDismiss?.();
    openToasts.delete(id);
  });
}
