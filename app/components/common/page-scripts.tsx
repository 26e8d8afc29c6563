import { Scripts } from "@remix-run/react";
import { Children, isValidElement, type ReactElement, type ReactNode } from "react";

/**
 * Remix's scripts. Their files, which Remix names ahead of them, are asked for once the page is painted: before that, they would
 * take the connection and the processor from its style sheets, layout and picture (decision 72).
 */
export function PageScripts({ nonce }: { nonce: string | undefined }) {
  // Called, not rendered: Remix knows the links, and has no property that leaves them out. Null once the page has hydrated.
  const whole = Scripts({ nonce }) as ReactElement<{ children: ReactNode }> | null;
  if (!whole) return null;
  const parts = Children.toArray(whole.props.children);
  const files = parts.filter(isPreload).map(({ props }) => props.href);
  return (
    <>
      <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: preloadOncePainted(files) }} />
      {parts.filter((part) => !isPreload(part))}
    </>
  );
}

const isPreload = (part: ReactNode): part is ReactElement<{ href: string }> =>
  isValidElement(part) && part.type === "link";

/** A hidden page is not painted: its scripts find their files one after another. */
const preloadOncePainted = (files: readonly string[]): string =>
  `requestAnimationFrame(()=>setTimeout(()=>{for(const href of ${JSON.stringify(files)})` +
  `document.head.append(Object.assign(document.createElement("link"),{rel:"modulepreload",href}))}))`;
