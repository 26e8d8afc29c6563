import { z } from "zod";
import { UnauthorizedError, UnavailableError } from "../ports/errors.ts";
import { bodyOrThrow } from "./body-or-throw.ts";
import { exchange } from "./request.ts";
import type { PrintServiceConfig } from "./request.ts";

const tokenAnswer = z.object({ result: z.object({ access_token: z.string().min(1).max(10_000) }) });

export const TOKEN_PATH = "auth/v1/token";
/** HTTP statuses of an address or a method that the service does not have. */
export const NOT_FOUND_STATUSES: readonly (number | undefined)[] = [404, 405, 501];

/**
 * Gets a token for credentials (print-service: getToken, or getTokenByGet where configured).
 * @throws UnauthorizedError when the service refuses the credentials, else UnavailableError: also where the address or
 * method does not exist, which says nothing about the credentials
 */
export async function fetchToken(
  config: PrintServiceConfig,
  credentials: { email: string; password: string },
): Promise<string> {
  const response = await exchange(config, {
    method: config.tokenMethod === "get" ? "GET" : "POST",
    path: TOKEN_PATH,
    fields: { email: credentials.email, password: credentials.password },
    timeout: "token",
  });
  if (response.kind === "rejected") {
    const { httpStatus, providerMessage } = response;
    if (NOT_FOUND_STATUSES.includes(httpStatus))
      throw new UnavailableError("token: not_there", { httpStatus, providerMessage });
    throw new UnauthorizedError("token: refused", { httpStatus, providerMessage });
  }
  const read = tokenAnswer.safeParse(bodyOrThrow(response, "token", "unavailable"));
  if (!read.success) throw new UnavailableError("token: unexpected_shape");
  const token = read.data.result.access_token;
  // The token is sent as a header: characters that a header cannot carry would fail every later call.
  if (!/^[\x21-\x7e]+$/.test(token)) throw new UnavailableError("token: unexpected_shape");
  return token;
}
