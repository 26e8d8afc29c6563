import { isRouteErrorResponse, type ClientLoaderFunctionArgs, type ShouldRevalidateFunction } from "@remix-run/react";

/** The request did not reach the app, or failed there. The page keeps what was typed. */
export interface RequestFailed {
  outcome: "failed";
}

/** Whether there is no answer: the request failed. */
export const hasFailed = (answer: object | undefined): answer is RequestFailed =>
  answer !== undefined && "outcome" in answer && answer.outcome === "failed";

/** The server's answer to a form, or the failure as a value: an error page would lose what was typed. */
export async function catchFailure<T>(request: () => Promise<T>): Promise<T | RequestFailed> {
  try {
    return await request();
  } catch (error) {
    // Redirects and the SDK's way out of the frame arrive as thrown responses; they are not failures.
    if (error instanceof Response) throw error;
    if (isRouteErrorResponse(error) && error.status === 403) showDenial(error.data);
    return { outcome: "failed" };
  }
}

/** Says who may do what this person may not: Inkbridge answered with 403. */
export function showDenial(answer: unknown): void {
  const { message } = (answer ?? {}) as { message?: unknown };
  if (typeof message === "string") shopify.toast.show(message, { isError: true });
}

/** `clientLoader` of what a page loads beside itself: a failure shows in its place, and leaves the page as it is. */
export const loadOr =
  <T extends object>(onFailure: () => T) =>
  async ({ serverLoader }: ClientLoaderFunctionArgs): Promise<T> => {
    const answer = await catchFailure(() => serverLoader<T>() as Promise<T>);
    return hasFailed(answer) ? onFailure() : answer;
  };

/** Does not reload the page after a failure: a failed reload would replace the form with an error page. */
export const revalidateUnlessFailed: ShouldRevalidateFunction = ({ actionResult, defaultShouldRevalidate }) =>
  (actionResult as Partial<RequestFailed> | undefined)?.outcome === "failed" ? false : defaultShouldRevalidate;
