import type { Settings } from "./options.ts";

/** An answer before it is sent. */
export interface JsonResponse {
  httpStatus: number;
  body: Record<string, unknown>;
  /** Sent in place of the body. */
  text?: { type: "text/plain" | "text/html"; content: string };
  headers?: Record<string, string>;
}

export const ok = (fields: Record<string, unknown>): JsonResponse => ({
  httpStatus: 200,
  body: { status: 200, message: "Success", ...fields },
});

/** Thrown by endpoints that reject a request. The interface shows no form of errors; this one is plausible. */
export class ApiError extends Error {
  readonly status: number;
  /** Further fields of the body. */
  readonly fields: Record<string, unknown>;
  constructor(status: number, message: string, fields: Record<string, unknown> = {}) {
    super(message);
    this.status = status;
    this.fields = fields;
  }
}

export const errorResponse = (settings: Settings, error: ApiError): JsonResponse => ({
  httpStatus: settings.refuseWithHttp200 ? 200 : error.status,
  body: { status: error.status, message: error.message, ...error.fields },
});
