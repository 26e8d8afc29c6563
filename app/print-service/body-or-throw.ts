import { Rejected, Unauthorized, Unavailable, Uncertain } from "../ports/errors.ts";
import type { Answer, Body } from "./answer.ts";

/**
 * The body of a success, or the error that tells the caller what to do next.
 * `unclear` says what an unclear outcome means for this call: a read can just be asked again, a write cannot.
 */
export function settle(answer: Answer, call: string, unclear: "unavailable" | "uncertain"): Body {
  switch (answer.kind) {
    case "ok":
      return answer.body;
    case "refused":
      throw new Rejected(`${call}: refused`, answer);
    case "unauthorized":
      throw new Unauthorized(`${call}: unauthorized`, { httpStatus: answer.httpStatus, words: answer.words });
    case "not_processed":
      throw new Unavailable(`${call}: ${answer.reason}`, answer);
    case "unclear":
      if (unclear === "uncertain") throw new Uncertain(`${call}: ${answer.reason}`, answer);
      throw new Unavailable(`${call}: ${answer.reason}`, answer);
  }
}
