import type { StoreProblem } from "../../home/store-problems.ts";
import { FAILED_COUNT_LIMIT } from "../../failed-webhooks/limit.ts";
import { ATTENTION } from "../../orders/core/attention.ts";
import { COPY as COMMON } from "../common/copy.ts";
import { formatDate, formatDateTime } from "../common/format.ts";
import { SETTINGS_LINKS } from "../common/page-links.ts";
import { COPY as HOME, WAITING_PAYMENTS } from "../home/copy.ts";
import { STORE } from "./copy.ts";
import type { StoreEntry } from "./store-entries.tsx";

/**
 * A problem of the shop as a line of the inbox, with the words of the page that shows it elsewhere. On the server: a browser would load
 * the words of those pages, too.
 */
export function storeEntry(problem: StoreProblem, timezone: string, supportUrl: string | null): StoreEntry {
  const none = { key: problem.kind, code: null, fix: null, since: null, orders: null, action: null };
  switch (problem.kind) {
    case "reason":
      return reasonEntry(problem);
    case "outage": {
      const { title, since, answer, retry } = COMMON.outage;
      const { call, httpStatus, since: at } = problem.outage;
      const text = `${since(call)} ${formatDateTime(at, timezone)}. ${answer(httpStatus)} ${retry}`;
      return { ...none, title, text, action: { label: HOME.testConnection, url: SETTINGS_LINKS.print_account } };
    }
    case "token_ends": {
      const { title, until, text, action } = COMMON.tokenEnds;
      const words = { title, text: `${until} ${formatDateTime(problem.endsAt, timezone)}. ${text}` };
      return { ...none, ...words, action: { label: action, url: SETTINGS_LINKS.print_account } };
    }
    case "payments": {
      const { titles, waiting: waits, fixes, next } = WAITING_PAYMENTS;
      const { problem: why, orders, since, retryAt } = problem.waiting;
      const text = `${waits(orders)} ${fixes[why]} ${next} ${formatDateTime(retryAt, timezone)}.`;
      return { ...none, title: titles[why], text, since, retriesPayments: true };
    }
    case "blocked": {
      const { title, text, action } = HOME.blocked;
      const link = supportUrl === null ? null : { label: action, url: supportUrl, external: true };
      return { ...none, title, text, since: problem.since, action: link };
    }
    case "failed_webhooks": {
      const { title, text, action } = HOME.failedWebhooks;
      const words = { title: title(problem.count, FAILED_COUNT_LIMIT), text: text(problem.count) };
      return { ...none, ...words, action: { label: action, url: "/app/failed-webhooks" } };
    }
    case "data_requests": {
      const { title, text, action } = HOME.dataRequests;
      const words = { title: title(problem.count), text: text(formatDate(problem.dueAt, timezone)) };
      return { ...none, ...words, action: { label: action, url: "/app/data-requests" } };
    }
    case "unreadable_settings": {
      const { title, text, action } = COMMON.unreadableSettings;
      return { ...none, title, text: text(problem.names), action: { label: action, url: "/app/settings" } };
    }
    case "rejected_skus": {
      const { title, text, moreUrl } = HOME.skuAlerts.rejected;
      return { ...none, title: title(problem.count), text, action: { label: STORE.viewVariants, url: moreUrl } };
    }
    case "placed_before_start": {
      const { title, action } = problem.whileUninstalled ? HOME.placedWhileUninstalled : HOME.placedBeforeStart;
      const text = problem.whileUninstalled
        ? HOME.placedWhileUninstalled.text
        : HOME.placedBeforeStart.text(formatDateTime(problem.goLiveAt, timezone));
      const link = { label: action, url: "/app/orders?tab=not_printed" };
      return { ...none, title: title(problem.orders), text, action: link };
    }
    case "shopify_limit": {
      const { title, why, noAction } = COMMON.shopifyLimit;
      const { orders, more } = problem.limit;
      return { ...none, title: title(orders, more), text: `${why} ${noAction}` };
    }
  }
}

function reasonEntry({ code, orders, since }: Extract<StoreProblem, { kind: "reason" }>): StoreEntry {
  const { label, message, fix, fixAllLabel = null } = ATTENTION[code];
  const codes = code === "print_account_rejected" ? `${code},updates_stopped` : code;
  return {
    ...{ key: code, code, title: label, text: message, fix, since },
    orders: orders === 0 ? null : { count: orders, url: `/app/orders?reason=${codes}` },
    action: fixAllLabel === null ? null : { label: fixAllLabel, url: SETTINGS_LINKS.print_account },
  };
}
