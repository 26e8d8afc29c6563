import { useSyncExternalStore } from "react";

/** Whether React has taken over the page: false in the server's page, and until its scripts run. */
export const useIsHydrated = (): boolean => useSyncExternalStore(subscribeToNothing, isInBrowser, isInServersPage);

const subscribeToNothing = () => () => undefined;
const isInBrowser = () => true;
const isInServersPage = () => false;
