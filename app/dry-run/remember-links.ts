import type { ArtworkCheck, ArtworkCheckResult } from "../ports/artwork.ts";

/** Checks each link once: many orders of one step print the same artwork. */
export function rememberLinks(artwork: ArtworkCheck): ArtworkCheck {
  const answers = new Map<string, Promise<ArtworkCheckResult>>();
  return {
    check(link) {
      const answer = answers.get(link) ?? artwork.check(link);
      answers.set(link, answer);
      return answer;
    },
  };
}
