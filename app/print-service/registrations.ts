import { z } from "zod";
import type { Registration, RegistrationInput, RegistrationKind } from "../ports/print-service.ts";
import { type Body, bodyOrThrow } from "./answer.ts";
import type { Session } from "./session.ts";

const ADDRESSES = {
  tracking: { operation: "registerTrackingWebhook", path: "webhook/v1/register" },
  order_status: { operation: "registerOrderStatusWebhook", path: "webhook/v1/register-update-order" },
} as const satisfies Record<RegistrationKind, object>;

/**
 * What is registered (print-service: registerTrackingWebhook, registerOrderStatusWebhook, type `list`).
 * @throws RejectedError, UnavailableError, UnauthorizedError
 */
export async function listRegistrations(
  session: Session,
  kind: RegistrationKind,
  endpoint: string,
): Promise<Registration[]> {
  const answer = await session.call({
    ...ADDRESSES[kind],
    method: "POST",
    fields: { type: "list", endpoint, status: 1 },
    timeout: "read",
  });
  return registrationsIn(bodyOrThrow(answer, "list registrations", "unavailable"));
}

/**
 * Registers, or updates what is registered.
 * @throws RejectedError, UnavailableError, UnauthorizedError, UncertainError: list, then decide
 */
export async function writeRegistration(
  session: Session,
  type: "create" | "update",
  kind: RegistrationKind,
  input: RegistrationInput,
): Promise<Registration> {
  const { endpoint, active, accessKey, accessToken } = input;
  const answer = await session.call({
    ...ADDRESSES[kind],
    method: "POST",
    fields: { type, endpoint, status: active ? 1 : 0, access_key: accessKey, access_token: accessToken },
    timeout: "read",
  });
  const shown = registrationsIn(bodyOrThrow(answer, `${type} registration`, "uncertain"));
  return shown.find((r) => r.endpoint === endpoint) ?? { endpoint, accessKey, active: null };
}

const shape = z.looseObject({ endpoint: z.string().min(1), access_key: z.string().nullish().catch(null) });

/**
 * Finds registrations at any depth: the interface does not show the answer to `list` and `update`, and an overlooked
 * registration of somebody else would be replaced.
 */
export function registrationsIn(body: Body): Registration[] {
  return objectsIn(body, MAX_DEPTH).flatMap((candidate) => {
    const read = shape.safeParse(candidate);
    if (!read.success) return [];
    const { endpoint, access_key } = read.data;
    // The status of the body itself is that of the answer.
    const active = activeText(read.data) ?? (candidate === body ? null : activeNumber(read.data));
    return [{ endpoint, accessKey: access_key || null, active }];
  });
}

const MAX_DEPTH = 4;

/** A JSON object and the objects within, outer ones first. */
function objectsIn(value: unknown, depth: number): object[] {
  if (typeof value !== "object" || value === null || depth < 0) return [];
  const nested = Object.values(value).flatMap((one) => objectsIn(one, depth - 1));
  return Array.isArray(value) ? nested : [value, ...nested];
}

// The field of the status text has no name in the interface.
function activeText(fields: Record<string, unknown>): boolean | null {
  for (const value of Object.values(fields)) {
    if (typeof value === "string" && /^(in)?active$/i.test(value)) return value.toLowerCase() === "active";
  }
  return null;
}

// As a registration is written (print-service: RegistrationRequest).
function activeNumber({ status }: Record<string, unknown>): boolean | null {
  if (status === 1 || status === "1") return true;
  return status === 0 || status === "0" ? false : null;
}
