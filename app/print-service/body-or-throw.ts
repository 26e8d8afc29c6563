import { RejectedError, UnauthorizedError, UnavailableError, UncertainError } from "../ports/errors.ts";
import { TOO_MANY_REQUESTS, type Answer, type Body } from "./answer.ts";

/**
 * The body of a success, or the error that tells the caller what to do next.
 * `onUncertain`: a read can simply be repeated, a write cannot.
 */
export function bodyOrThrow(answer: Answer, call: string, onUncertain: "unavailable" | "uncertain"): Body {
  switch (answer.kind) {
    case "ok":
      return answer.body;
    case "rejected":
      throw new RejectedError(`${call}: refused`, answer);
    case "unauthorized":
      throw new UnauthorizedError(`${call}: unauthorized`, {
        httpStatus: answer.httpStatus,
        providerMessage: answer.providerMessage,
      });
    case "not_processed":
      throw new UnavailableError(`${call}: ${answer.reason}`, {
        ...answer,
        tooManyRequests: answer.reason === TOO_MANY_REQUESTS,
      });
    case "uncertain":
      if (onUncertain === "uncertain") throw new UncertainError(`${call}: ${answer.reason}`, answer);
      throw new UnavailableError(`${call}: ${answer.reason}`, answer);
  }
}
