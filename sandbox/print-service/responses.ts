import type { Settings } from "./options.ts";

/** An answer before it is put on the wire. */
export interface JsonAnswer {
  httpStatus: number;
  body: Record<string, unknown>;
}

export const ok = (fields: Record<string, unknown>): JsonAnswer => ({
  httpStatus: 200,
  body: { status: 200, message: "Success", ...fields },
});

/** Thrown by endpoints that say no. The interface shows no shape of errors; this one is plausible. */
export class Refusal extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export const refused = (settings: Settings, refusal: Refusal): JsonAnswer => ({
  httpStatus: settings.refuseWithHttp200 ? 200 : refusal.status,
  body: { status: refusal.status, message: refusal.message },
});
