import { createContext, useContext } from "react";

/** Carries the nonce of the page that is being rendered to its inline scripts; the browser needs none. */
export const Nonce = createContext<string | undefined>(undefined);

export const useNonce = (): string | undefined => useContext(Nonce);
