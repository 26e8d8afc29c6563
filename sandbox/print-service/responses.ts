import type { Settings } from "./options.ts";

/** An answer before it is sent. */
export interface JsonResponse {
  httpStatus: number;
  body: Record<string, unknown>;
}

export const ok = (fields: Record<string, unknown>): JsonResponse => ({
  httpStatus: 200,
  body: { status: 200, message: "Success", ...fields },
});

/** Thrown by endpoints that reject a request. The interface shows no form of errors; this one is plausible. */
export class ApiError extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export const errorResponse = (settings: Settings, error: ApiError): JsonResponse => ({
  httpStatus: settings.refuseWithHttp200 ? 200 : error.status,
  body: { status: error.status, message: error.message },
});
