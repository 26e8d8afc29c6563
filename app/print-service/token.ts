import { z } from "zod";
import { UnauthorizedError, UnavailableError } from "../ports/errors.ts";
import { bodyOrThrow } from "./answer.ts";
import { exchange, type Call, type PrintServiceConfig } from "./request.ts";

const tokenAnswer = z.object({ result: z.object({ access_token: z.string().min(1).max(10_000) }) });

/** The call for a token in one of two ways, without its fields. */
export const tokenCall = (method: PrintServiceConfig["tokenMethod"]): Omit<Call, "fields"> => ({
  ...(method === "get" ? { operation: "getTokenByGet", method: "GET" } : { operation: "getToken", method: "POST" }),
  path: "auth/v1/token",
  timeout: "token",
});

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
    ...tokenCall(config.tokenMethod),
    fields: { email: credentials.email, password: credentials.password },
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
