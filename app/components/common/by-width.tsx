import { useBreakpoints } from "@shopify/polaris";
import { useSyncExternalStore, type ReactNode } from "react";

interface ByWidthProps {
  phone(): ReactNode;
  wide(): ReactNode;
}

/**
 * One content for a phone and one for wider windows. The server does not know the window: both are in its page, the style sheet
 * hides one, and the page does not shift when it hydrates.
 */
export function ByWidth({ phone, wide }: ByWidthProps) {
  const { smDown } = useBreakpoints();
  const isHydrated = useSyncExternalStore(subscribeToNothing, isInBrowser, isInServersPage);
  return (
    <>
      {(!isHydrated || smDown) && <div className="Inkbridge-Phone">{phone()}</div>}
      {(!isHydrated || !smDown) && <div className="Inkbridge-Wide">{wide()}</div>}
    </>
  );
}

const subscribeToNothing = () => () => undefined;
const isInBrowser = () => true;
const isInServersPage = () => false;
