import type { Refreshed } from "../../orders/actions/refresh-order.ts";

const SHOPIFY: Readonly<Record<Refreshed["shopify"], string | null>> = {
  asked: null,
  not_there: "Shopify does not have this order any more.",
  unavailable: "Shopify does not answer right now. The app tries again by itself.",
  slow: "Shopify has not answered yet. The app goes on asking; this page shows what comes.",
};

const SERVICE: Readonly<Record<Refreshed["service"], string | null>> = {
  asked: null,
  nothing: null,
  looking: null,
  not_there: "The print service answered, but does not show this order under its reference.",
  refused: "The print service does not accept the account any more. Connect it again in the settings.",
  unavailable: "The print service does not answer right now. The app asks again by itself.",
  slow: "The print service has not answered yet. The app goes on asking; this page shows what comes.",
};

/** What did not work, side by side; empty when both answered. */
export const refreshTroubles = ({ shopify, service }: Refreshed): string[] =>
  [SHOPIFY[shopify], SERVICE[service]].filter((text) => text !== null);

/** What was done, when both sides answered. */
export function refreshDone({ service }: Refreshed): string {
  if (service === "nothing") return "Read from Shopify";
  return service === "looking"
    ? "Read from Shopify; looking at the print service"
    : "Shopify and the print service asked";
}
