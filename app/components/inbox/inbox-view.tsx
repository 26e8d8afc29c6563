import {
  Banner,
  BlockStack,
  Box,
  Button,
  Card,
  Checkbox,
  ChoiceList,
  EmptySearchResult,
  IndexFilters,
  InlineStack,
  Page,
  Pagination,
  Text,
  type IndexFiltersProps,
} from "@shopify/polaris";
import { useAppBridge } from "@shopify/app-bridge-react";
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { ATTENTION, INBOX_CODES } from "../../orders/core/attention.ts";
import { topicOf, TOPIC_LABELS, TOPICS, type Topic } from "../../orders/core/topics.ts";
import type { InboxPage } from "../../orders/pages/inbox/inbox.ts";
import {
  DEFAULT_INBOX,
  INBOX_TABS,
  isInboxFiltered,
  readInboxQuery,
  writeInboxQuery,
  type InboxQuery,
} from "../../orders/pages/inbox/inbox-query.ts";
import type { OrderId } from "../../ports/ids.ts";
import type { SavedView } from "../../shops/saved-views.ts";
import { MessageBanner } from "../common/banners.tsx";
import { ConfirmDialog } from "../common/confirm-dialog.tsx";
import { COPY as COMMON, SAVED_VIEW_ERRORS } from "../common/copy.ts";
import { useListAddress, usePages } from "../common/list-address.ts";
import { useListFilters, useScrollToOpenTab } from "../common/list-filters.ts";
import { useJsonFetcher } from "../common/json-requests.ts";
import { RESENDABLE } from "../common/page-links.ts";
import type { RequestFailed } from "../common/request-failed.ts";
import { saveViewAction, useSavedViews, viewTabs, type SavedViews } from "../common/saved-views.ts";
import { SearchedChoices } from "../common/searched-choices.tsx";
import { Note, SmallNote } from "../common/text.tsx";
import { useAutoRefresh } from "../common/use-auto-refresh.ts";
import { useDenied } from "../common/shop-context.tsx";
import { BulkOutcome, useBulk } from "../orders-index/bulk-actions.tsx";
import { useBulkActions } from "../orders-index/bulk-dialogs.tsx";
import { BULK_CONFIRMATIONS } from "../orders-index/copy.ts";
import type { TriageResult } from "../../orders/actions/triage.ts";
import { ASSIGN, ENTRY, FILTERS, INBOX, RESEND, SNOOZE, TAB_COPY, tabLabel } from "./copy.ts";
import { Entry } from "./inbox-entry.tsx";
import { StoreEntries, type StoreEntry } from "./store-entries.tsx";
import { AssignDialog, SnoozeDialog, type InboxStaff, type SnoozeTimes } from "./triage-dialogs.tsx";

const REFRESH_MS = 10_000;

interface InboxViewProps {
  page: InboxPage;
  problems: StoreEntry[];
  /** Rejected orders that can be sent again as they are, and the first of them. */
  resendable: { count: number; first: { id: OrderId; name: string }[] };
  staff: InboxStaff;
  snoozeTimes: SnoozeTimes;
  views: SavedView[];
  viewLimit: number;
  minimumMargin: number | null;
  printServiceEmail: string;
}

type Dialog = "assign" | "snooze" | "resend";

/** The page with all that needs a person, the most urgent first. */
export function InboxView({ page, problems, resendable, staff, snoozeTimes, ...props }: InboxViewProps) {
  const { views: saved, viewLimit, minimumMargin, printServiceEmail } = props;
  const denied = useDenied();
  const state = useInboxQuery();
  const { query } = state;
  const { views, problem } = useSavedViews(saved, viewLimit, {
    viewId: state.viewId,
    query: writeInboxQuery({ ...query, after: null }).toString(),
    open: state.open,
    close: () => state.change(DEFAULT_INBOX),
  });
  const shopify = useAppBridge();
  const onToast = (message: string) => shopify.toast.show(message);
  const [chosen, setChosen] = useState<ReadonlySet<OrderId>>(new Set());
  const [opened, setOpened] = useState<OrderId | null>(null);
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const clear = () => setChosen(new Set());
  const bulk = useBulk(clear, minimumMargin);
  // A selected order may have left the page since: only what is visible counts.
  const selected = page.entries.filter(({ order }) => chosen.has(order.id));
  const selectedOrders = selected.map(({ order }) => order);
  const actions = useBulkActions(selectedOrders, bulk, { shownAt: page.now, minimumMargin, printServiceEmail });
  const waking = useJsonFetcher<TriageResult | RequestFailed>((answer) => {
    if (answer.outcome !== "saved") return;
    onToast(SNOOZE.ended(answer.changed.length));
    clear();
  });
  const isFirst = query.tab === "open" && !isInboxFiltered(query) && query.after === null;
  const shownProblems = isFirst ? problems : [];
  const idle = dialog === null && actions.dialog === null && selected.length === 0 && !bulk.busy;
  useAutoRefresh(REFRESH_MS, idle && opened === null);
  useEffect(clear, [state.address]);
  const pages = usePages(query.after, page.next, (next) => `?${writeInboxQuery({ ...query, after: next })}`);
  const select = (id: OrderId, isSelected: boolean) => {
    const next = new Set(chosen);
    if (isSelected) next.add(id);
    else next.delete(id);
    setChosen(next);
  };
  const done = (message: string) => {
    setDialog(null);
    clear();
    onToast(message);
  };
  const close = () => setDialog(null);
  const failed = bulk.failed || waking.answer?.outcome === "failed";
  return (
    <Page title={INBOX.title} secondaryActions={[{ content: INBOX.activity, url: "/app/activity" }]}>
      <BlockStack gap="400">
        {problem && <Banner tone="warning">{SAVED_VIEW_ERRORS[problem]}</Banner>}
        {failed && <MessageBanner tone="critical" {...COMMON.requestFailed} />}
        <BulkOutcome minimumMargin={minimumMargin} response={bulk.outcome} onDismiss={bulk.dismiss} />
        {isFirst && resendable.count > 0 && (
          <MessageBanner
            tone="success"
            title={RESENDABLE.title(resendable.count)}
            text={RESENDABLE.all}
            action={{
              content: `${RESEND.button(resendable.first.length)}…`,
              loading: bulk.busy,
              disabled: denied,
              onAction: () => setDialog("resend"),
            }}
          />
        )}
        <StoreEntries entries={shownProblems} />
        <Card padding="0">
          <InboxFilters page={page} views={views} {...state} />
          {page.entries.length > 0 && (
            <Box padding="400" borderBlockStartWidth="025" borderColor="border">
              <InlineStack gap="300" blockAlign="center">
                <Checkbox
                  label={selected.length === 0 ? ENTRY.selectAll : ENTRY.selected(selected.length)}
                  checked={selected.length === 0 ? false : selected.length === page.entries.length || "indeterminate"}
                  onChange={(all) => (all ? setChosen(new Set(page.entries.map(({ order }) => order.id))) : clear())}
                />
                {selected.length > 0 && (
                  <InlineStack gap="200">
                    {[...actions.fitting, actions.refresh].map(({ content, disabled, onAction }) => (
                      <Button key={content} disabled={disabled} onClick={onAction}>
                        {content}
                      </Button>
                    ))}
                    <Button disabled={bulk.busy} onClick={() => setDialog("assign")}>
                      {ASSIGN.action}
                    </Button>
                    <Button disabled={bulk.busy} onClick={() => setDialog("snooze")}>
                      {SNOOZE.action}
                    </Button>
                    {query.tab === "snoozed" && (
                      <Button
                        disabled={bulk.busy}
                        loading={waking.busy}
                        onClick={() =>
                          waking.send({ intent: "end_snooze", orderIds: selectedOrders.map(({ id }) => id) })
                        }
                      >
                        {SNOOZE.end}
                      </Button>
                    )}
                  </InlineStack>
                )}
              </InlineStack>
            </Box>
          )}
          <EntryList onSelect={(id) => select(id, !chosen.has(id))} entries={page.entries}>
            {(entry) => (
              <Entry
                entry={entry}
                now={page.now}
                me={staff.me}
                selected={chosen.has(entry.order.id)}
                open={opened === entry.order.id}
                onSelect={(isSelected) => select(entry.order.id, isSelected)}
                onOpen={(isOpen) => setOpened(isOpen ? entry.order.id : null)}
                onToast={onToast}
              />
            )}
          </EntryList>
          {page.entries.length === 0 && <Empty query={query} hasProblems={shownProblems.length > 0} />}
          {pages && (
            <Box padding="400" borderBlockStartWidth="025" borderColor="border">
              <InlineStack align="center">
                <Pagination accessibilityLabel={INBOX.pages} {...pages} />
              </InlineStack>
            </Box>
          )}
        </Card>
        {page.entries.length > 0 && (
          <div className="Inkbridge-Wide">
            <SmallNote>{INBOX.keys}</SmallNote>
          </div>
        )}
      </BlockStack>
      {actions.dialog}
      {dialog === "assign" && <AssignDialog entries={selected} staff={staff} onClose={close} onDone={done} />}
      {dialog === "snooze" && <SnoozeDialog entries={selected} times={snoozeTimes} onClose={close} onDone={done} />}
      {dialog === "resend" && (
        <ConfirmDialog
          title={BULK_CONFIRMATIONS.send_again.title(resendable.first.length)}
          label={RESEND.button(resendable.first.length)}
          onClose={close}
          onConfirm={() => {
            close();
            bulk.run(
              "send_now",
              resendable.first.map(({ id }) => id),
              page.now,
            );
          }}
        >
          <BlockStack gap="300">
            <Text as="p">{BULK_CONFIRMATIONS.send_again.message}</Text>
            <Text as="p">{RESEND.names(resendable.first.map(({ name }) => name))}</Text>
            {resendable.count > resendable.first.length && <Note>{RESEND.first(resendable.first.length)}</Note>}
          </BlockStack>
        </ConfirmDialog>
      )}
    </Page>
  );
}

function Empty({ query, hasProblems }: { query: InboxQuery; hasProblems: boolean }) {
  // What needs the merchant is above.
  if (hasProblems) return null;
  const { empty, hint } = TAB_COPY[query.tab];
  const words = isInboxFiltered(query) ? INBOX.noMatch : { title: empty, hint };
  return (
    <Box paddingBlock="800">
      {/* Polaris centers the lines, and not the text in them. */}
      <div style={{ textAlign: "center" }}>
        <EmptySearchResult title={words.title} description={words.hint} withIllustration />
      </div>
    </Box>
  );
}

interface EntryListProps {
  entries: InboxPage["entries"];
  onSelect(id: OrderId): void;
  children(entry: InboxPage["entries"][number]): ReactNode;
}

/** The list of orders. Its keys work while it has the focus: on another part of the page, letters are letters. */
function EntryList({ entries, onSelect, children }: EntryListProps) {
  const list = useRef<HTMLUListElement>(null);
  const current = useRef(0);
  const links = () => [...(list.current?.querySelectorAll<HTMLElement>("a[data-primary-link]") ?? [])];
  const move = (to: number) => {
    const all = links();
    const at = Math.max(0, Math.min(to, all.length - 1));
    current.current = at;
    all[at]?.focus();
    all[at]?.closest("li")?.scrollIntoView({ block: "nearest" });
  };
  const ids = entries.map(({ order }) => order.id).join();
  useEffect(() => {
    // On the page's first view, and where the focused order has left the list: the keys go on from there.
    if (document.activeElement === document.body)
      links()[Math.min(current.current, entries.length - 1)]?.focus({ preventScroll: true });
  }, [ids]);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const focused = document.activeElement;
    const at = links().findIndex((link) => link === focused || link.closest("li")?.contains(focused));
    if (at === -1 || !isShortcut(event)) return;
    const act = KEYS[event.key.toLowerCase()];
    if (!act) return;
    event.preventDefault();
    if (act === "select") return void (entries[at] && onSelect(entries[at].order.id));
    move(at + act);
  };
  return (
    <ul
      ref={list}
      aria-label={INBOX.entries}
      style={{ listStyle: "none", margin: 0, padding: 0 }}
      onKeyDown={onKeyDown}
    >
      {entries.map((entry) => (
        <li key={entry.order.id}>
          <Box borderBlockStartWidth="025" borderColor="border">
            {children(entry)}
          </Box>
        </li>
      ))}
    </ul>
  );
}

const KEYS: Readonly<Partial<Record<string, 1 | -1 | "select">>> = {
  j: 1,
  arrowdown: 1,
  k: -1,
  arrowup: -1,
  x: "select",
};

/** Dialogs are part of React's tree, but not of the list; in a field, letters are text. */
function isShortcut({
  target,
  currentTarget,
  ctrlKey,
  metaKey,
  altKey,
  shiftKey,
}: KeyboardEvent<HTMLElement>): boolean {
  const isField = target instanceof HTMLElement && target.matches("input:not([type=checkbox]), textarea, select");
  const isInside = target instanceof Node && currentTarget.contains(target);
  return isInside && !isField && !ctrlKey && !metaKey && !altKey && !shiftKey;
}

interface FiltersProps {
  page: InboxPage;
  views: SavedViews;
  query: InboxQuery;
  loading: boolean;
  change(change: Partial<InboxQuery>): void;
  openTab(tab: InboxQuery["tab"]): void;
}

/** Tabs, saved views and filters of the inbox. */
function InboxFilters({ page, views, query, loading, change, openTab }: FiltersProps) {
  const startsFiltering = isInboxFiltered(query) && !views.current;
  const filters = useListFilters({ filtering: startsFiltering, search: "", onSearch: () => {} });
  const { tabs, selected, select } = viewTabs({
    fixed: INBOX_TABS,
    open: query.tab,
    views,
    label: (tab) => tabLabel(tab, page.tabs[tab]),
    onOpen: openTab,
    onEdit: filters.showFilters,
  });
  useScrollToOpenTab(selected, filters.showsTabs);
  const applied: NonNullable<IndexFiltersProps["appliedFilters"]> = [];
  if (query.topics.length > 0)
    applied.push({
      key: "topic",
      label: FILTERS.applied(
        FILTERS.topic,
        query.topics.map((topic) => TOPIC_LABELS[topic]),
      ),
      onRemove: () => change({ topics: [] }),
    });
  if (query.reasons.length > 0)
    applied.push({
      key: "reason",
      label: FILTERS.applied(
        FILTERS.reason,
        query.reasons.map((code) => ATTENTION[code].label),
      ),
      onRemove: () => change({ reasons: [] }),
    });
  const clearAll = () => change({ topics: [], reasons: [] });
  const bar = (
    <IndexFilters
      {...filters.props(select)}
      hideQueryField
      tabs={tabs}
      selected={selected}
      canCreateNewView={views.canAdd}
      onCreateNewView={(name) => views.save(name, writeInboxQuery({ ...DEFAULT_INBOX, tab: query.tab }).toString())}
      filters={[
        {
          key: "topic",
          label: FILTERS.topic,
          pinned: true,
          filter: (
            <ChoiceList
              title={FILTERS.topic}
              titleHidden
              allowMultiple
              choices={TOPICS.map((value) => ({ value, label: TOPIC_LABELS[value] }))}
              selected={[...query.topics]}
              onChange={(topics: Topic[]) => change({ topics })}
            />
          ),
        },
        {
          key: "reason",
          label: FILTERS.reason,
          pinned: true,
          filter: <ReasonFilter query={query} reasons={page.reasons} onChange={change} />,
        },
      ]}
      appliedFilters={applied}
      onClearAll={clearAll}
      loading={loading}
      cancelAction={{
        onAction: () => (views.current ? views.open(views.current) : clearAll()),
      }}
      primaryAction={saveViewAction(views, isInboxFiltered(query))}
    />
  );
  return <div className={startsFiltering ? "Inkbridge-FiltersShown" : undefined}>{bar}</div>;
}

interface ReasonFilterProps {
  query: InboxQuery;
  reasons: InboxPage["reasons"];
  onChange(change: Partial<InboxQuery>): void;
}

/** The reasons that occur, by kind, and searchable. */
function ReasonFilter({ query, reasons, onChange }: ReasonFilterProps) {
  const [search, setSearch] = useState("");
  const missing = query.reasons.filter((code) => reasons.every((one) => one.code !== code));
  const all = [...missing.map((code) => ({ code, orders: 0 })), ...reasons];
  const wanted = search.trim().toLowerCase();
  const shown = all.filter(({ code }) => ATTENTION[code].label.toLowerCase().includes(wanted));
  const groups = TOPICS.map((topic) => ({
    key: topic,
    title: TOPIC_LABELS[topic],
    choices: shown
      .filter(({ code }) => topicOf(code) === topic)
      .map(({ code, orders }) => ({ value: code, label: FILTERS.counted(ATTENTION[code].label, orders) })),
  }));
  return (
    <SearchedChoices
      label={FILTERS.search}
      search={search}
      onSearch={setSearch}
      groups={groups.filter(({ choices }) => choices.length > 0)}
      selected={query.reasons}
      onChange={(chosen) => onChange({ reasons: INBOX_CODES.filter((code) => chosen.includes(code)) })}
      empty={all.length === 0 ? FILTERS.none : FILTERS.noMatch}
    />
  );
}

/** The query in the page's address, and the ways to change it. */
function useInboxQuery() {
  const { params, viewId, loading, navigateTo } = useListAddress();
  const query = readInboxQuery(params);
  return {
    query,
    viewId,
    loading,
    /** Changes with what is shown. */
    address: writeInboxQuery(query).toString(),
    /** Returns to the first page. */
    change: (change: Partial<InboxQuery>) => navigateTo(writeInboxQuery({ ...query, after: null, ...change }), viewId),
    open: (view: SavedView) => navigateTo(new URLSearchParams(view.query), view.id),
    openTab: (tab: InboxQuery["tab"]) => navigateTo(writeInboxQuery({ ...DEFAULT_INBOX, tab }), null),
  };
}
