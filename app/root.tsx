import type { MetaFunction } from "@remix-run/node";
import { isRouteErrorResponse, Links, Meta, Outlet, ScrollRestoration, useRouteError, Scripts } from "@remix-run/react";
import { Children, isValidElement, type ReactNode, type ReactElement } from "react";
import { OUTSIDE } from "./components/common/copy.ts";
import { useNonce } from "./http/nonce.ts";

/** Of every page that has no other. */
export const meta: MetaFunction = () => [{ title: "Inkbridge" }];

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useNonce();
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration nonce={nonce} />
        <PageScripts nonce={nonce} />
      </body>
    </html>
  );
}

export default function App() {
  return <Outlet />;
}

/** What no route caught itself. Without the error's own words, which may be personal. */
export function ErrorBoundary() {
  const error = useRouteError();
  const missing = isRouteErrorResponse(error) && error.status === 404;
  return <p>{missing ? OUTSIDE.notFound : OUTSIDE.failed}</p>;
}

/**
 * Remix's scripts. Their files, which Remix names ahead of them, are asked for once the page is painted: before that, they would
 * take the connection and the processor from its style sheets, layout and picture (decision 72).
 */
function PageScripts({ nonce }: { nonce: string | undefined }) {
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
