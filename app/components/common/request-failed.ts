import type { ShouldRevalidateFunction } from "@remix-run/react";

/** The app could not be reached, or broke: what was typed stays on the page. */
export interface Failed {
  outcome: "failed";
}

/** The server's answer to a form, or that there was none: an error page would lose what was typed. */
export async function orFailed<T>(ask: () => Promise<T>): Promise<T | Failed> {
  try {
    return await ask();
  } catch (error) {
    // Redirects and the way out of the frame are no failures.
    if (error instanceof Response) throw error;
    return { outcome: "failed" };
  }
}

/** After a failure the page is not loaded anew: that would fail as well, and put an error page over what was typed. */
export const unlessFailed: ShouldRevalidateFunction = ({ actionResult, defaultShouldRevalidate }) =>
  (actionResult as Partial<Failed> | undefined)?.outcome === "failed" ? false : defaultShouldRevalidate;
