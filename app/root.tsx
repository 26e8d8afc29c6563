import type { MetaFunction } from "@remix-run/node";
import { isRouteErrorResponse, Links, Meta, Outlet, ScrollRestoration, useRouteError } from "@remix-run/react";
import type { ReactNode } from "react";
import { OUTSIDE } from "./components/common/copy.ts";
import { PageScripts } from "./components/common/page-scripts.tsx";
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
