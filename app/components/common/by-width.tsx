import { useBreakpoints } from "@shopify/polaris";
import type { ReactNode } from "react";
import { useIsHydrated } from "./use-is-hydrated.ts";

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
  const isHydrated = useIsHydrated();
  return (
    <>
      {(!isHydrated || smDown) && <div className="Inkbridge-Phone">{phone()}</div>}
      {(!isHydrated || !smDown) && <div className="Inkbridge-Wide">{wide()}</div>}
    </>
  );
}
