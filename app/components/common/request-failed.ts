import type { ShouldRevalidateFunction } from "@remix-run/react";

/** The app could not be reached, or broke: what was typed stays on the page. */
export interface RequestFailed {
  outcome: "failed";
}

/** The server's answer to a form, or that there was none: an error page would lose what was typed. */
export async function catchFailure<T>(request: () => Promise<T>): Promise<T | RequestFailed> {
  try {
    return await request();
  } catch (error) {
    // Redirects and the way out of the frame are no failures.
    if (error instanceof Response) throw error;
    return { outcome: "failed" };
  }
}

/** After a failure the page is not loaded anew: that would fail as well, and put an error page over what was typed. */
export const revalidateUnlessFailed: ShouldRevalidateFunction = ({ actionResult, defaultShouldRevalidate }) =>
  (actionResult as Partial<RequestFailed> | undefined)?.outcome === "failed" ? false : defaultShouldRevalidate;
