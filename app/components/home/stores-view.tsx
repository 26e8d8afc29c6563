import { useAppBridge } from "@shopify/app-bridge-react";
import {
  Badge,
  Banner,
  BlockStack,
  Box,
  Button,
  Card,
  InlineStack,
  Link,
  Page,
  Text,
  TextField,
} from "@shopify/polaris";
import { useState } from "react";
import type { StoreCounts } from "../../home/all-stores.ts";
import type { StoreLinkId } from "../../ports/ids.ts";
import type { CreateCodeResult, EnterCodeResult, LinkedShop } from "../../shops/store-links.ts";
import { ConfirmDialog } from "../common/confirm-dialog.tsx";
import { DateTime } from "../common/date-time.tsx";
import { useCopy } from "../common/editable-message.tsx";
import { formatNumber, formatUpTo } from "../common/format.ts";
import { useJsonFetcher } from "../common/json-requests.ts";
import type { RequestFailed } from "../common/request-failed.ts";
import { ResponsiveTable } from "../common/responsive-table.tsx";
import { useDenied } from "../common/shop-context.tsx";
import { CardHeading, Note, SmallNote, Strong, Subdued } from "../common/text.tsx";
import { COUNT_LIMIT } from "../../orders/pages/list/tabs.ts";
import { STORES } from "./stores-copy.ts";

type StoreLink = Omit<LinkedShop, "shopId">;

interface Props {
  stores: StoreCounts[];
  links: StoreLink[];
}

/** What became of an action of the page. */
export type StoresAnswer =
  | ({ intent: "create_code" } & CreateCodeResult)
  | { intent: "enter_code"; outcome: EnterCodeResult }
  | { intent: "end_link"; outcome: "ended" };

/** How many orders are where in each linked store, and how stores are linked. */
export function StoresView({ stores, links }: Props) {
  return (
    <Page title={STORES.title} subtitle={STORES.subtitle} backAction={{ content: "Home", url: "/app" }} fullWidth>
      <BlockStack gap="400">
        <Card padding="0">
          <ResponsiveTable
            rows={stores}
            resource={STORES.resource}
            headings={STORES.headings}
            idOf={({ domain }) => domain}
            cells={(store) => [<Name store={store} />, ...figuresOf(store).map(({ cell }) => cell)]}
            phonePadding="400"
            phone={(store) => (
              <BlockStack gap="200">
                <Name store={store} />
                {figuresOf(store).map(({ heading, cell }) => (
                  <InlineStack key={heading} align="space-between" gap="200">
                    <Subdued>{heading}</Subdued>
                    {cell}
                  </InlineStack>
                ))}
              </BlockStack>
            )}
          />
          <Box padding="400">
            <SmallNote>{STORES.counts}</SmallNote>
          </Box>
        </Card>
        <LinksCard links={links} />
        <LinkCard />
      </BlockStack>
    </Page>
  );
}

function Name({ store: { name, domain, own } }: { store: StoreCounts }) {
  return (
    <BlockStack>
      <InlineStack gap="200" blockAlign="center">
        <Strong>{name}</Strong>
        {own && <Badge>{STORES.own}</Badge>}
      </InlineStack>
      <Subdued breakWord>{domain}</Subdued>
    </BlockStack>
  );
}

/** The figures of a store under their headings, each with the way to the orders that it counts. */
function figuresOf(store: StoreCounts) {
  const { stages, inbox, pause } = store;
  const [, ...headings] = STORES.headings;
  const link = (path: string, what: string, shown: string) => (
    <Link url={`${store.url}${path}`} target="_top" accessibilityLabel={STORES.of(`${shown} ${what}`, store.name)}>
      {shown}
    </Link>
  );
  const count = (tab: keyof StoreCounts["stages"], heading: string) =>
    link(`/app/orders?tab=${tab}`, heading, formatNumber(stages[tab]));
  const urgencies = (Object.keys(STORES.urgent) as (keyof StoreCounts["inbox"])[]).filter((one) => inbox[one] > 0);
  const needed = urgencies.map((one) => `${formatNumber(inbox[one])} ${STORES.urgent[one]}`).join(", ");
  const [waiting = "", atProvider = "", shipped = "", late = "", needs = "", sending = ""] = headings;
  return [
    { heading: waiting, cell: count("waiting", waiting) },
    { heading: atProvider, cell: count("at_provider", atProvider) },
    { heading: shipped, cell: count("shipped", shipped) },
    { heading: late, cell: count("late", late) },
    { heading: needs, cell: needed === "" ? <Subdued>{STORES.nothing}</Subdued> : link("/app/inbox", needs, needed) },
    {
      heading: sending,
      cell: pause ? (
        <InlineStack gap="200">
          <Badge tone="warning">{STORES.paused}</Badge>
          <Subdued>{STORES.waits(formatUpTo(COUNT_LIMIT, pause.orders))}</Subdued>
          {pause.until && (
            <Subdued>
              {STORES.until} <DateTime at={pause.until} />
            </Subdued>
          )}
        </InlineStack>
      ) : (
        <Text as="span">{STORES.sends}</Text>
      ),
    },
  ];
}

/** The links with when and by whom they were made, and the way to end each. */
function LinksCard({ links }: Pick<Props, "links">) {
  const text = STORES.links;
  const [ending, setEnding] = useState<StoreLink | null>(null);
  const denied = useDenied();
  const shopify = useAppBridge();
  const { busy, answer, send } = useJsonFetcher<StoresAnswer | RequestFailed>((result) => {
    if (result.outcome === "failed") return;
    setEnding(null);
    shopify.toast.show(text.ended);
  });
  const end = (id: StoreLinkId) => send({ intent: "end_link", id });
  return (
    <Card>
      <BlockStack gap="400">
        <CardHeading>{text.title}</CardHeading>
        {links.length === 0 && <Note>{text.none}</Note>}
        {links.map((link) => (
          <InlineStack key={link.linkId} align="space-between" blockAlign="center" gap="200">
            <BlockStack gap="050">
              <Strong>{link.name}</Strong>
              <Subdued breakWord>
                {link.domain} · {text.linked} <DateTime at={link.linkedAt} />{" "}
                {text.by(link.mine ?? text.someone, link.theirs ?? text.someone)}
              </Subdued>
              {!link.active && <SmallNote>{text.inactive}</SmallNote>}
            </BlockStack>
            <Button disabled={denied} accessibilityLabel={text.endOf(link.name)} onClick={() => setEnding(link)}>
              {text.end}
            </Button>
          </InlineStack>
        ))}
      </BlockStack>
      {ending && (
        <ConfirmDialog
          title={text.dialog(ending.name)}
          label={text.end}
          destructive
          busy={busy}
          onClose={() => setEnding(null)}
          onConfirm={() => end(ending.linkId)}
        >
          <BlockStack gap="300">
            <p>{text.ends}</p>
            {answer?.outcome === "failed" && <Banner tone="critical">{STORES.link.failed}</Banner>}
          </BlockStack>
        </ConfirmDialog>
      )}
    </Card>
  );
}

/** A code for another store, and the field for the code of another one. */
function LinkCard() {
  const text = STORES.link;
  const [typed, setTyped] = useState("");
  const [created, setCreated] = useState<{ code: string; expiresAt: string } | null>(null);
  const [problem, setProblem] = useState<{ of: "create_code" | "enter_code"; text: string } | null>(null);
  const denied = useDenied();
  const shopify = useAppBridge();
  const { busy, answer, send } = useJsonFetcher<StoresAnswer | RequestFailed>((result) => {
    if (result.outcome === "failed" || result.intent === "end_link") return;
    if (result.outcome === "created") return setCreated(result);
    if (result.outcome !== "linked") return setProblem({ of: result.intent, text: STORES.problems[result.outcome] });
    setTyped("");
    shopify.toast.show(text.linked);
  });
  const ask = (body: { intent: "create_code" } | { intent: "enter_code"; code: string }) => {
    setProblem(null);
    send(body);
  };
  return (
    <Card>
      <BlockStack gap="400">
        <CardHeading>{text.title}</CardHeading>
        <Text as="p">{text.text}</Text>
        {answer?.outcome === "failed" && <Banner tone="critical">{text.failed}</Banner>}
        {problem?.of === "create_code" && <Banner tone="warning">{problem.text}</Banner>}
        {created && <CodeBanner {...created} />}
        <InlineStack>
          <Button disabled={denied} loading={busy} onClick={() => ask({ intent: "create_code" })}>
            {created ? text.createAgain : text.create}
          </Button>
        </InlineStack>
        <TextField
          label={text.field}
          helpText={text.help}
          value={typed}
          disabled={denied}
          onChange={(value) => {
            setTyped(value);
            setProblem(null);
          }}
          error={problem?.of === "enter_code" ? problem.text : undefined}
          autoComplete="off"
          connectedRight={
            <Button
              disabled={denied || typed.trim() === ""}
              loading={busy}
              onClick={() => ask({ intent: "enter_code", code: typed.slice(0, 100) })}
            >
              {text.enter}
            </Button>
          }
        />
      </BlockStack>
    </Card>
  );
}

/** The only time that a code is shown. */
function CodeBanner({ code, expiresAt }: { code: string; expiresAt: string }) {
  const text = STORES.link;
  const [copy, copied] = useCopy(code);
  return (
    <Banner tone="info" title={text.code} action={{ content: text.copy[copied], onAction: copy }}>
      <BlockStack gap="200">
        <Text as="p" variant="headingLg">
          <code>{code}</code>
        </Text>
        <p>
          {text.codeText} <DateTime at={expiresAt} />.
        </p>
      </BlockStack>
    </Banner>
  );
}
