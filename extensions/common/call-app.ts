import type { Refusal } from "../../app/extension-api/responses.ts";
import { t } from "./host.ts";

/** An answer of the app, or why there is none, in words. */
export type Answered<T> = { ok: true; answer: T } | { ok: false; trouble: string };

/**
 * Asks the app. The admin resolves the path against the app's address and adds the id token (shopify: admin extensions, fetch).
 * Without a `body` it reads; with one it does something. Throws nothing.
 */
export async function ask<T>(path: string, body?: unknown): Promise<Answered<T>> {
  try {
    const response = await fetch(`/app/api/extensions/${path}`, body === undefined ? {} : posting(body));
    if (response.ok) return { ok: true, answer: (await response.json()) as T };
    return { ok: false, trouble: await refusalOf(response) };
  } catch {
    return { ok: false, trouble: t("common.unreachable") };
  }
}

const posting = (body: unknown): RequestInit => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

async function refusalOf(response: Response): Promise<string> {
  const { message } = ((await response.json().catch(() => null)) ?? {}) as Partial<Refusal>;
  return message ?? t("common.unreachable");
}
