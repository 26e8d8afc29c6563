import type { Finding, SHOP_CHECKS, ShopResult, SYSTEM_CHECKS, SystemResult } from "../../diagnostics/findings.ts";
import { formatNumber, pluralize } from "../common/format.ts";
import { SETTINGS_LINKS } from "../common/page-links.ts";

/** What a problem means, and where it is fixed. */
interface ProblemCopy {
  text(found: { count: number; names: string }): string;
  /**
   * The button: a page of the app, of Shopify's admin or of Shopify; null where nothing has to be done, or by nobody here.
   * `url: null` stands for the operator's support, whose address is a setting of the installation.
   */
  action: { content: string; url: string | null } | null;
}

type CopyOf<All extends Readonly<Record<string, readonly string[]>>, Problem> = {
  [Check in keyof All]: { label: string; works: string; problems: Record<All[Check][number], Problem> };
};

const CONNECT: ProblemCopy = {
  text: () => "No print service is connected. Orders are held until you connect.",
  action: { content: "Connect", url: SETTINGS_LINKS.print_account },
};
const PRACTICE: ProblemCopy = {
  text: () => "A practice account is connected: nothing is printed.",
  action: { content: "Connect your print service", url: SETTINGS_LINKS.print_account },
};
const NO_ORDERS: ProblemCopy = {
  text: () => "There aren't enough new orders to tell.",
  action: null,
};
const WEBHOOKS = "/app/webhooks";
const SUPPORT = { content: "Contact support", url: null };
const SHOPIFY_SUPPORT = { content: "Contact Shopify Support", url: "https://help.shopify.com/questions" };

/** Texts of a shop's checks, for its merchant. */
const SHOP_COPY: CopyOf<typeof SHOP_CHECKS, ProblemCopy> = {
  shopify_access: {
    label: "Access to your store",
    works: "Shopify accepts requests from Inkbridge.",
    problems: {
      refused: {
        text: () =>
          "Shopify rejects requests from Inkbridge. Open Inkbridge from your Shopify admin again, or reinstall the app.",
        action: null,
      },
      frozen: {
        text: () =>
          "Shopify froze your store because a bill is unpaid, so Inkbridge can't read orders or add tracking. Pay the outstanding balance in your Shopify admin under Settings > Billing. Orders wait and continue automatically.",
        action: { content: "View billing", url: "shopify://admin/settings/billing" },
      },
      locked: {
        text: () =>
          "Shopify locked your store, so Inkbridge can't read orders or add tracking. Contact Shopify Support to unlock the store. Orders wait and continue automatically.",
        action: SHOPIFY_SUPPORT,
      },
      shop_unavailable: {
        text: () =>
          "Shopify isn't responding for your store, which may be paused or closed. Check your Shopify plan, or contact Shopify Support. Orders wait and continue automatically.",
        action: SHOPIFY_SUPPORT,
      },
      address_refused: {
        text: () =>
          "Shopify blocks requests from Inkbridge's server. Your store and your access are fine. Orders wait and continue automatically. Contact support: the server's address is missing from the app's IP allowlist at Shopify.",
        action: SUPPORT,
      },
    },
  },
  scopes: {
    label: "Permissions",
    works: "Inkbridge has all required permissions.",
    problems: {
      missing: {
        text: ({ names }) =>
          `These permissions are missing: ${names}. Open Inkbridge from your Shopify admin again and accept the update.`,
        action: null,
      },
    },
  },
  api_version: {
    label: "Shopify API version",
    works: "Shopify uses the API version that Inkbridge supports.",
    problems: {
      other: {
        text: ({ names }) =>
          `Shopify responds with API version ${names}, which Inkbridge doesn't support yet. Parts of orders may be missing. Contact support: Inkbridge needs an update.`,
        action: SUPPORT,
      },
      other_of_webhooks: {
        text: ({ names }) =>
          `Shopify sends notifications with API version ${names}, which Inkbridge doesn't support yet. Inkbridge also reads each order, so nothing is lost. Contact support.`,
        action: SUPPORT,
      },
    },
  },
  shopify_webhooks: {
    label: "New order notifications",
    works: "Shopify notifies Inkbridge of new orders.",
    problems: {
      silent: {
        text: ({ count }) =>
          `Shopify didn't notify Inkbridge of ${pluralize(count, "order")}. The orders were found minutes later, so nothing is lost. If this continues, reinstall the app or contact support.`,
        action: SUPPORT,
      },
      some_missing: {
        text: ({ count }) =>
          `Shopify didn't notify Inkbridge of ${pluralize(count, "order")}. The orders were found minutes later, so nothing is lost.`,
        action: null,
      },
      no_orders: NO_ORDERS,
    },
  },
  protected_data: {
    label: "Customer names and addresses",
    works: "Orders arrive with names and addresses.",
    problems: {
      withheld: {
        text: () =>
          "Orders arrive without names and addresses, so nothing can be shipped. Shopify hasn't granted Inkbridge access to protected customer data. Contact support.",
        action: SUPPORT,
      },
      no_orders: NO_ORDERS,
    },
  },
  automatic_fulfillment: {
    label: "Automatic fulfillment",
    works: "Orders aren't fulfilled before they are printed.",
    problems: {
      seen: {
        text: ({ count }) =>
          `In the last 7 days, ${pluralize(count, "order")} ${count === 1 ? "was" : "were"} fulfilled in Shopify before printing. Turn off automatic fulfillment in Shopify under Settings > General > Order processing.`,
        action: { content: "View orders", url: "/app/orders?reason=fulfilled_elsewhere" },
      },
    },
  },
  print_service: {
    label: "Print service",
    works: "The print service responds.",
    problems: {
      not_connected: CONNECT,
      practice: PRACTICE,
      unavailable: {
        text: () => "The print service doesn't respond. Orders wait and are sent once the print service responds.",
        action: null,
      },
      wrong_setting: {
        text: ({ names }) => `Inkbridge isn't set up for this print service (${names}). Contact support.`,
        action: SUPPORT,
      },
    },
  },
  print_account: {
    label: "Print service login",
    works: "The print service accepts your login, and your orders can be read.",
    problems: {
      not_connected: CONNECT,
      practice: PRACTICE,
      rejected: {
        text: () => "The print service rejected your login. Reconnect to send orders.",
        action: { content: "Reconnect", url: SETTINGS_LINKS.print_account },
      },
      unreadable: {
        text: () =>
          "The print service accepts your login but doesn't show your orders. Ask the print service for access to the orders of your account.",
        action: { content: "Go to settings", url: SETTINGS_LINKS.print_account },
      },
    },
  },
  print_webhooks: {
    label: "Tracking and status updates",
    works: "The print service sends updates to Inkbridge.",
    problems: {
      not_connected: CONNECT,
      practice: PRACTICE,
      none: {
        text: () =>
          "The print service doesn't send updates yet. Tracking arrives later, when Inkbridge compares orders.",
        action: { content: "Set up updates", url: WEBHOOKS },
      },
      other: {
        text: () => "The print service sends updates to another address.",
        action: { content: "Choose who gets updates", url: WEBHOOKS },
      },
      other_key: {
        text: () => "The print service sends updates with a different access key, so Inkbridge rejects them.",
        action: { content: "Set up updates", url: WEBHOOKS },
      },
      off: {
        text: () => "Updates are turned off. Tracking arrives later, when Inkbridge compares orders.",
        action: { content: "Turn on", url: WEBHOOKS },
      },
    },
  },
  start_date: {
    label: "Start date",
    works: "New orders are sent to print.",
    problems: {
      future: {
        text: () => "The start date is in the future. Orders placed before that date aren't sent.",
        action: { content: "Change start date", url: SETTINGS_LINKS.start_date },
      },
    },
  },
  sending: {
    label: "Sending",
    works: "Orders are sent by your sending settings.",
    problems: {
      paused: {
        text: ({ count }) =>
          `Sending is paused. ${count === 1 ? "1 order waits" : `${formatNumber(count)} orders wait`} until it resumes.`,
        action: { content: "Resume sending", url: SETTINGS_LINKS.sending },
      },
      by_hand: {
        text: () => "Orders wait until you send them by hand.",
        action: { content: "Change when orders are sent", url: SETTINGS_LINKS.sending },
      },
    },
  },
  mappings: {
    label: "Products",
    works: "Every product that was sold is mapped or marked as not printed.",
    problems: {
      none: {
        text: () => "No product is mapped, so nothing can be printed.",
        action: { content: "Map a product", url: "/app/products" },
      },
      excluded_in_shopify: {
        text: ({ count }) =>
          `${pluralize(count, "item")} sold ${count === 1 ? "is" : "are"} mapped but not printed. In Shopify, another service fulfills ${count === 1 ? "it" : "them"}, or the variant isn't a physical product. Check where your variants are stocked, and move the orders to your location.`,
        action: { content: "View orders", url: "/app/orders?excluded=shopify" },
      },
      sold_unmapped: {
        text: ({ count }) =>
          count === 1
            ? "1 variant was sold without a mapping. Map the variant, or mark it as never printed."
            : `${formatNumber(count)} variants were sold without a mapping. Map the variants, or mark them as never printed.`,
        action: { content: "View variants", url: "/app/products/variants?view=sold" },
      },
    },
  },
  work: {
    label: "Order processing",
    works: "No order is delayed.",
    problems: {
      delayed: {
        text: ({ count }) =>
          `${count === 1 ? "1 task has" : `${formatNumber(count)} tasks have`} waited for more than 10 minutes. Inkbridge is busy or stopped. No order is lost.`,
        action: null,
      },
      shopify_limit: {
        text: ({ count }) =>
          `${pluralize(count, "order")} ${count === 1 ? "waits" : "wait"} for Shopify's limit of what an app can read and write per second. The orders are sent one after the other, and none is lost.`,
        action: null,
      },
    },
  },
  app: {
    label: "Inkbridge",
    works: "All parts of Inkbridge work.",
    problems: {
      degraded: {
        text: () => "A part of Inkbridge isn't working. No order is lost. Contact support.",
        action: SUPPORT,
      },
    },
  },
};

/** Texts of the installation's checks, for its operator. */
const SYSTEM_COPY: CopyOf<typeof SYSTEM_CHECKS, Pick<ProblemCopy, "text">> = {
  database: {
    label: "Database",
    works: "PostgreSQL is reachable and durable, and every migration is applied.",
    problems: {
      unavailable: { text: () => "PostgreSQL isn't responding. Check DATABASE_URL and the server." },
      not_durable: {
        text: () =>
          'fsync or full_page_writes is off: after a crash, orders could be printed twice. Turn them on (docs/operations.md, "The database").',
      },
      late_commits: { text: () => "synchronous_commit isn't on: a pooler or a role overrides the setting of the app." },
      migrations_missing: { text: ({ names }) => `Migrations aren't applied: ${names}. Run npm run db:deploy.` },
    },
  },
  redis: {
    label: "Redis",
    works: "Redis is reachable and evicts nothing.",
    problems: {
      unavailable: {
        text: () => "Redis isn't responding. Orders continue by polling, more slowly. Check REDIS_URL and the server.",
      },
      slow: {
        text: () =>
          "Redis takes longer than 1 s to answer, so orders continue more slowly. Check the load of both machines.",
      },
      full: {
        text: () =>
          "Redis has no memory left and takes no jobs. Orders continue by polling, more slowly. Raise maxmemory, or see what else is stored there.",
      },
      read_only: {
        text: () =>
          "Redis refuses writes and takes no jobs: it is a read-only replica, or can't save to its disk. Orders continue by polling, more slowly. Check REDIS_URL and the server.",
      },
      jobs_forbidden: {
        text: () =>
          'The Redis user may not run the commands that add and take jobs, so no job runs, and orders continue by polling, more slowly. Allow the keys and commands (docs/operations.md, "The database").',
      },
      channels_forbidden: {
        text: () =>
          'The Redis user may not use channels, so no job runs, and orders continue by polling, more slowly. Allow the channels (docs/operations.md, "The database").',
      },
      policy_forbidden: {
        text: () => "The Redis user may not run INFO, so maxmemory-policy can't be checked. It has to be noeviction.",
      },
      evicts: { text: ({ names }) => `maxmemory-policy is ${names}: jobs may vanish. Set it to noeviction.` },
    },
  },
  workers: {
    label: "Workers",
    works: "A worker wrote its heartbeat within the last minute.",
    problems: {
      never: { text: () => "No worker has ever run. Start a process with ROLE=worker or ROLE=all." },
      silent: {
        text: ({ count }) =>
          `No worker has written a heartbeat for ${count} s. Start a process with ROLE=worker or ROLE=all.`,
      },
    },
  },
  queues: {
    label: "Queues",
    works: "No work has been due for more than 10 minutes.",
    problems: {
      delayed: {
        text: ({ count }) =>
          `${count} rows have been due for more than 10 minutes. Check the board of the queues and the workers' log.`,
      },
    },
  },
  clock: {
    label: "Clock",
    works: "The clocks of this machine and the database agree.",
    problems: {
      differs: {
        text: ({ count }) => `The clocks of this machine and the database differ by ${count} s. Set both by NTP.`,
      },
    },
  },
  encryption_key: {
    label: "Encryption key",
    works: "A value of each encrypted column can be decrypted.",
    problems: {
      unreadable: {
        text: ({ names }) =>
          `Can't be decrypted: ${names}. A key is missing in CREDENTIALS_KEY (npm run keys:remaining).`,
      },
      hash_key_changed: {
        text: () =>
          "CREDENTIALS_KEY has another hash key than this database was used with. Nothing is sent until it is the same again.",
      },
    },
  },
  address: {
    label: "Address",
    works: "The app answers at SHOPIFY_APP_URL.",
    problems: {
      not_https: { text: () => "SHOPIFY_APP_URL isn't an https address. Shopify and the print service need one." },
      unreachable: { text: () => "Nothing answers at SHOPIFY_APP_URL. Check DNS, the proxy, and its certificate." },
      ...connectionFailureCopy("SHOPIFY_APP_URL"),
      other_server: { text: () => "Another server answers at SHOPIFY_APP_URL: GET /healthz doesn't say ok." },
    },
  },
  shopify: {
    label: "Shopify",
    works:
      "Shopify takes requests from the addresses of this app, and the orders of every shop were read within the last hour.",
    problems: {
      address_refused: {
        text: ({ count }) =>
          `Shopify forbids requests of ${count === 1 ? "1 shop" : `${count} shops`} from this app's address: the IP allowlist of the app lacks it (docs/operations.md, "The IP allowlist").`,
      },
      shops_unread: {
        text: ({ count, names }) =>
          `Orders of ${count === 1 ? "1 shop" : `${count} shops`} couldn't be read for an hour: ${names}. A store may be frozen or locked: npm run doctor -- <shop> says why.`,
      },
    },
  },
  print_service: {
    label: "Print service",
    works: "The print service's address answers.",
    problems: {
      unavailable: { text: () => "Only errors come from PRINT_SERVICE_URL." },
      unreachable: { text: () => "Nothing answers at PRINT_SERVICE_URL." },
      ...connectionFailureCopy("PRINT_SERVICE_URL"),
    },
  },
  email: {
    label: "Email",
    works: "The mail server takes messages from this app.",
    problems: {
      no_smtp: {
        text: () =>
          "No mail server is set up, so merchants get no emails. Set SMTP_HOST and SMTP_FROM, and SMTP_USER with SMTP_PASSWORD.",
      },
      smtp_setup: {
        text: () => "The mail server refuses this app. Check SMTP_USER, SMTP_PASSWORD, SMTP_TLS, and SMTP_FROM.",
      },
      answer: { text: () => "The mail server asks to try again later." },
      no_answer: { text: () => "The mail server at SMTP_HOST ends the connection. Check SMTP_PORT and SMTP_TLS." },
      ...connectionFailureCopy("SMTP_HOST"),
    },
  },
};

/** `setting` holds the address. */
function connectionFailureCopy(setting: string) {
  return {
    untrusted_certificate: {
      text: () => `The certificate at ${setting} isn't trusted: it may have expired, or be for another host name.`,
    },
    host_not_found: {
      text: () => `The host name in ${setting} isn't found. Check the name, and the DNS of this machine.`,
    },
    connection_refused: {
      text: () => `The server at ${setting} refuses connections. Check the port, and whether it runs.`,
    },
    timeout: { text: () => `The server at ${setting} doesn't answer in time. Check the firewalls between.` },
  };
}

const UNKNOWN = "This check couldn't be completed. Run the checks again.";

/** A finding in words, with the button that fixes it. */
export interface Explanation {
  label: string;
  text: string;
  action: { content: string; url: string } | null;
}

/** A finding about a shop, for its merchant. `supportUrl` is where the operator's support is reached, if anywhere. */
export const explainShopResult = ({ check, finding }: ShopResult, supportUrl: string | null): Explanation =>
  explain(SHOP_COPY[check], finding, supportUrl);

/** A finding about the installation, for its operator. */
export const explainSystemResult = ({ check, finding }: SystemResult): Explanation =>
  explain(SYSTEM_COPY[check], finding, null);

interface CheckCopy {
  label: string;
  works: string;
  problems: Readonly<Record<string, Pick<ProblemCopy, "text"> & Partial<ProblemCopy>>>;
}

function explain(
  { label, works, problems }: CheckCopy,
  finding: Finding<string>,
  supportUrl: string | null,
): Explanation {
  if (finding.tone === "ok") return { label, text: works, action: null };
  const copy = finding.tone === "unknown" ? undefined : problems[finding.problem];
  if (!copy || finding.tone === "unknown") return { label, text: UNKNOWN, action: null };
  const { count = 0, names = [] } = finding;
  const url = copy.action?.url ?? supportUrl;
  const action = copy.action && url !== null ? { content: copy.action.content, url } : null;
  return { label, text: copy.text({ count, names: names.join(", ") }), action };
}
