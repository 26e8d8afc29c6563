import type { BasketForm } from "../../quotes/basket-form.ts";
import type { QuoteResult } from "../../quotes/quote.ts";
import type { FormProblems } from "../../quotes/read-form.ts";

/** The props of the quote page. Its parts take the ones that they need. */
export interface QuoteViewProps {
  form: BasketForm;
  problems: FormProblems;
  /** null before the first quote. */
  quoteResult: QuoteResult | null;
  connected: boolean;
  /** Suggested print SKUs. */
  skus: string[];
  countries: readonly { value: string; label: string }[];
  /** The server's time, ISO 8601. */
  now: string;
  loading: boolean;
  /** The last quote was not asked for, since the app could not be reached. */
  unreachable: boolean;
  refreshing: boolean;
  refreshFailed: boolean;
  onSubmit(form: BasketForm): void;
  onRefresh(): void;
}
