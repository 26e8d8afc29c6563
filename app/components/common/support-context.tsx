import { createContext, useContext } from "react";

const Context = createContext<string | null>(null);

export const SupportProvider = Context.Provider;

/** Where merchants reach the operator's support, a web page or mailto:; null where the operator named no address. */
export const useSupportUrl = (): string | null => useContext(Context);
