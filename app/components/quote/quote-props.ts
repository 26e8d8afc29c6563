import type { BasketForm } from "../../quotes/basket-form.ts";
import type { QuoteResult } from "../../quotes/quote.ts";
import type { FormProblems } from "../../quotes/read-form.ts";

/** What the quote page is told, and what it tells. Its parts take what they need of it. */
export interface QuoteViewProps {
  form: BasketForm;
  problems: FormProblems;
  /** null before anything was asked. */
  quoteResult: QuoteResult | null;
  connected: boolean;
  /** Suggestions. */
  skus: string[];
  countries: readonly { value: string; label: string }[];
  /** ISO 8601, of the server. */
  now: string;
  loading: boolean;
  refreshing: boolean;
  refreshFailed: boolean;
  onSubmit(form: BasketForm): void;
  onRefresh(): void;
}
