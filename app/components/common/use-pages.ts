import { useNavigate } from "@remix-run/react";

/**
 * The links to other pages of a list whose pages know only the next one; the previous ones are in the browser's history.
 * undefined: the list has one page.
 * @param after where this page begins; null for the first page
 */
export function usePages<Key extends string | number>(
  after: Key | null,
  next: Key | null,
  addressOf: (next: Key) => string,
) {
  const navigate = useNavigate();
  if (after === null && next === null) return undefined;
  return {
    hasPrevious: after !== null,
    onPrevious: () => navigate(-1),
    hasNext: next !== null,
    onNext: () => next !== null && navigate(addressOf(next)),
  };
}
