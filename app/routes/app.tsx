import type { HeadersFunction, LinksFunction, LoaderFunctionArgs } from "@remix-run/node";
import {
  isRouteErrorResponse,
  Link,
  Outlet,
  useLoaderData,
  useLocation,
  useNavigation,
  useRevalidator,
  useRouteError,
  useRouteLoaderData,
} from "@remix-run/react";
import { NavMenu, useAppBridge } from "@shopify/app-bridge-react";
import latinFont from "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url";
import interStyles from "@fontsource-variable/inter/index.css?url";
import { Box } from "@shopify/polaris";
import polarisStyles from "@shopify/polaris/build/esm/styles.css?url";
import { AppProvider } from "@shopify/shopify-app-remix/react";
import { boundary } from "@shopify/shopify-app-remix/server";
import { useEffect, type ReactNode } from "react";
import ownStyles from "../components/common/polaris.css?url";
import { COPY } from "../components/common/copy.ts";
import { DenialBanner, PageError, PageSkeleton, PracticeBanner } from "../components/common/app-frame.tsx";
import { formatUpTo } from "../components/common/format.ts";
import { ALL_STORES, LISTS } from "../components/common/page-links.ts";
import { TimeZoneNote } from "../components/common/date-time.tsx";
import { DenialProvider, denialOn, ShopProvider, SupportProvider } from "../components/common/shop-context.tsx";
import { useAutoRefresh } from "../components/common/use-auto-refresh.ts";
import { revalidateUnlessFailed } from "../components/common/request-failed.ts";
import { appBridge } from "../shopify.server.ts";
import { countInbox } from "../home/store-problems.ts";
import { denialTexts } from "../components/settings/permissions-copy.ts";
import { readPageShop } from "../shops/page-shop.ts";
import { isLinked } from "../shops/store-links.ts";
import { requireShop } from "../http/require-shop.server.ts";

/** How often a page that could not be loaded is loaded again. */
const RETRY_MS = 5_000;
/** The menu counts no further. */
const INBOX_COUNT_LIMIT = 100;

export const links: LinksFunction = () => [
  { rel: "preload", as: "font", type: "font/woff2", href: latinFont, crossOrigin: "anonymous" },
  ...[interStyles, polarisStyles, ownStyles].map((href) => ({ rel: "stylesheet", href })),
];

export async function loader({ request }: LoaderFunctionArgs) {
  const { core, ctx, shop: sessionShop, readDenied } = await requireShop(request);
  const [shop, inbox, denied, linked] = await Promise.all([
    readPageShop(ctx, sessionShop.domain),
    countInbox(ctx, sessionShop.id, INBOX_COUNT_LIMIT),
    readDenied(),
    isLinked(ctx, sessionShop.id),
  ]);
  // The shop was uninstalled after the session check.
  if (!shop) throw new Response("Inkbridge isn't installed in this store.", { status: 404 });
  return { appBridge, shop, inbox, denials: denialTexts(denied), linked, supportUrl: core.env.supportUrl };
}

export default function App() {
  const { shop, appBridge, inbox, linked, denials, supportUrl } = useLoaderData<typeof loader>();
  const denial = { page: denialOn(useLocation().pathname, denials), all: denials };
  return (
    <Frame appBridge={appBridge} inbox={inbox} linked={linked}>
      <ShopProvider value={shop}>
        <SupportProvider value={supportUrl}>
          <DenialProvider value={denial}>
            <PracticeBanner />
            {denial.page && <DenialBanner text={denial.page} />}
            {useIsLoadingOtherPage() ? <PageSkeleton /> : <Outlet />}
            <Box paddingBlock="400">
              <TimeZoneNote />
            </Box>
          </DenialProvider>
        </SupportProvider>
      </ShopProvider>
    </Frame>
  );
}

interface FrameProps {
  appBridge: { apiKey: string; url: string };
  /** What the inbox has, up to INBOX_COUNT_LIMIT. */
  inbox: number;
  /** The shop is linked with another one. */
  linked: boolean;
  children: ReactNode;
}

function Frame({ appBridge, inbox, linked, children }: FrameProps) {
  return (
    <AppProvider isEmbeddedApp apiKey={appBridge.apiKey} __APP_BRIDGE_URL={appBridge.url}>
      <Menu inbox={inbox} linked={linked} />
      <FrameParameters />
      <main>{children}</main>
    </AppProvider>
  );
}

/**
 * Keeps Shopify's parameters in the address of the frame, where a navigation within the app drops them: a page that the browser loads
 * again, or from a link, comes back into the frame by them (app/shopify/frame-address.ts). Remix loads a page again where a script
 * of an earlier release is gone.
 */
function FrameParameters() {
  const location = useLocation();
  const shopify = useAppBridge();
  useEffect(() => {
    const { shop, host } = shopify.config;
    const address = new URL(window.location.href);
    if (!shop || !host || address.searchParams.has("shop")) return;
    for (const [name, value] of Object.entries({ shop, host, embedded: "1" })) address.searchParams.set(name, value);
    window.history.replaceState(window.history.state, "", address);
  }, [location, shopify]);
  return null;
}

function Menu({ inbox, linked }: Pick<FrameProps, "inbox" | "linked">) {
  return (
    <NavMenu>
      <Link to="/app" rel="home">
        {COPY.home}
      </Link>
      {COPY.navigation.map(({ label, url }) => (
        <Link key={url} to={url}>
          {url === LISTS.inbox && inbox > 0 ? `${label} (${formatUpTo(INBOX_COUNT_LIMIT, inbox)})` : label}
        </Link>
      ))}
      {linked && <Link to={ALL_STORES.url}>{ALL_STORES.label}</Link>}
    </NavMenu>
  );
}

/** A change of filters or sorting keeps the page until its answer; only another page shows the skeleton. */
function useIsLoadingOtherPage(): boolean {
  const { location, formMethod } = useNavigation();
  const currentPath = useLocation().pathname;
  return location !== undefined && formMethod === undefined && location.pathname !== currentPath;
}

// The SDK throws responses (a new id token, a way out of the frame) that must reach the browser unchanged.
export function ErrorBoundary() {
  const error = useRouteError();
  const loaded = useRouteLoaderData<typeof loader>("routes/app");
  const { revalidate } = useRevalidator();
  const missing = isRouteErrorResponse(error) && error.status === 404;
  const leavesFrame = isRouteErrorResponse(error) && typeof error.data === "string" && error.data.includes("<script");
  // A connection that was lost, or a process that is started again, is soon back.
  useAutoRefresh(RETRY_MS, !missing && !leavesFrame);
  if (leavesFrame) return boundary.error(error);
  if (loaded) {
    return (
      <Frame appBridge={loaded.appBridge} inbox={loaded.inbox} linked={loaded.linked}>
        <PageError missing={missing} onRetry={revalidate} />
      </Frame>
    );
  }
  return (
    <AppProvider isEmbeddedApp={false} apiKey="">
      <PageError missing={missing} onRetry={() => window.location.reload()} />
    </AppProvider>
  );
}

// A form whose request failed keeps its page and what was typed there.
export const shouldRevalidate = revalidateUnlessFailed;

export const headers: HeadersFunction = (args) => boundary.headers(args);
