import type { ErrorResponse } from "../../app/extension-api/responses.ts";
import { t } from "./host.ts";

/** An answer of the app, or why there is none, in words. */
export type AppResponse<T> = { ok: true; data: T } | { ok: false; error: string };

/**
 * Asks the app. The admin resolves the path against the app's address and adds the id token (shopify: admin extensions, fetch).
 * Without a `body` it reads; with one it does something. Throws nothing.
 */
export async function callApp<T>(path: string, body?: unknown): Promise<AppResponse<T>> {
  try {
    const response = await fetch(`/app/api/extensions/${path}`, body === undefined ? {} : postInit(body));
    if (response.ok) return { ok: true, data: (await response.json()) as T };
    return { ok: false, error: await errorMessageOf(response) };
  } catch {
    return { ok: false, error: t("common.unreachable") };
  }
}

const postInit = (body: unknown): RequestInit => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

async function errorMessageOf(response: Response): Promise<string> {
  const { message } = ((await response.json().catch(() => null)) ?? {}) as Partial<ErrorResponse>;
  return message ?? t("common.unreachable");
}
