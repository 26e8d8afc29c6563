import { hear, tell } from "./channel.ts";

interface ToastOptions {
  duration?: number;
  isError?: boolean;
  action?: string;
  onAction?: () => void;
  onDismiss?: () => void;
}

const DEFAULT_MS = 5000;
const asked = new Map<string, ToastOptions>();
let last = 0;

/** `shopify.toast`: the admin shows it, and says when it was pressed or put away. */
export const toast = {
  show(text: string, options: ToastOptions = {}): string {
    const id = `toast-${(last += 1)}`;
    asked.set(id, options);
    const { isError = false, duration = DEFAULT_MS, action = null } = options;
    tell({ kind: "toast", detail: { id, text, isError, duration, action } });
    return id;
  },
  hide: (id: string): void => tell({ kind: "toast-hide", detail: { id } }),
};

export function hearToasts(): void {
  hear("toast-action", ({ id }) => asked.get(id)?.onAction?.());
  hear("toast-gone", ({ id }) => {
    asked.get(id)?.onDismiss?.();
    asked.delete(id);
  });
}
