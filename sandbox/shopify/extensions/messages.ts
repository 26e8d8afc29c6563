/** Messages of an extension's frame to the admin around it. */

/** Messages without an answer. */
export type ExtensionEvent =
  | { kind: "height"; detail: number }
  /** The attributes of `s-admin-block` or `s-admin-action`. */
  | { kind: "heading"; detail: { heading: string; summary: string } }
  /** `shopify://admin/…`, `app:…`, `extension:…`, or any other address. */
  | { kind: "open"; detail: { url: string } }
  | { kind: "close"; detail: null }
  /** The module of a should-render target has answered. */
  | { kind: "display"; detail: boolean }
  | { kind: "failed"; detail: null };

/** A question, with what is answered through its port. */
export interface ExtensionAnswers {
  "id-token": string;
}
export type ExtensionQuestion = { kind: "id-token"; detail: null };
