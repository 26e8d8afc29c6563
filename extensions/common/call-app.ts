import type { ErrorResponse } from "../../app/extension-api/responses.ts";
import { t } from "./host.ts";

/** The app's response, or why there is none. */
export type AppResponse<T> = { ok: true; data: T } | { ok: false; error: string };

/**
 * Calls the app: GET without a `body`, POST with one. The admin resolves the path against the app's address and adds
 * the id token (shopify: admin extensions, fetch). Never throws.
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
