import type { ProviderRequest } from "../../orders/core/attention-registry.ts";

/** The dialog. */
export const PROVIDER_MESSAGE = {
  open: "Message print service",
  title: "Message to the print service",
  label: "Message",
  help: "Check the message, copy it, and send it to the print service's support.",
  copy: { inactive: "Copy message", copied: "Copied", failed: "Couldn't copy" },
  email: (address: string) => `Email ${address}`,
  noEmail: "To write to the print service from here, add its support email in Settings.",
  addEmail: "Add support email",
};

/** What is asked, in words for the print service's support. */
export const REQUESTS: Readonly<Record<ProviderRequest, string>> = {
  stop: "Please stop this order. It was canceled and must not be printed or shipped.",
  stop_duplicate: "Please stop one of these two orders, and tell us which one. They contain the same items.",
  change_address: "Please ship this order to the following address, and confirm the change.",
  cancel_items: "Please cancel the following items of this order. Our customer no longer wants them.",
  payment: "Please tell us how to pay for this order. You show it as unpaid, and we want it printed.",
  ship_date: "Please tell us when this order ships. We haven't received a tracking number.",
  find_order: "Please tell us whether you received this order. We can't find it in your list.",
  compare_items: "Please check the items of this order. What you show differs from what we sent.",
  solve_problem: "Please tell us how this order can continue. You reported a problem with it.",
  refund: "Please tell us whether you refund this order. It was printed and shipped although it was no longer wanted.",
  redirect: "Please tell us whether the package of this order can be redirected to the following address.",
  explain_failure: "Please tell us why you don't accept this order. Sending it failed several times.",
};

/** The same about several orders, where a reference says it all: the others need an address or items. */
export const BULK_REQUESTS: Readonly<Partial<Record<ProviderRequest, string>>> = {
  stop: "Please stop these orders. They were canceled and must not be printed or shipped.",
  payment: "Please tell us how to pay for these orders. You show them as unpaid, and we want them printed.",
  ship_date: "Please tell us when these orders ship. We haven't received tracking numbers.",
  find_order: "Please tell us whether you received these orders. We can't find them in your list.",
  solve_problem: "Please tell us how these orders can continue. You reported a problem with them.",
  refund: "Please tell us whether you refund these orders. They were printed and shipped although no longer wanted.",
  explain_failure: "Please tell us why you don't accept these orders. Sending them failed several times.",
};

/** The address is the one that was sent: it is not to be changed, but to be accepted. */
export const CHECK_ADDRESS =
  "Please check the address of this order, and tell us what you need in order to ship to it.";

/** The parts of the message. */
export const PARTS = {
  greeting: "Hello,",
  reference: "Order",
  replacement: "Other order",
  serviceOrderId: "Your order number",
  store: "Store",
  sent: "Sent",
  acceptedAt: (time: string) => `accepted ${time} (your time)`,
  tracking: "Tracking number",
  items: "Items of the order:",
  itemsToCancel: "Items to cancel:",
  status: "Status you reported",
  providerMessage: "Your message",
  newAddress: "Ship to:",
  sentAddress: "Address we sent:",
  shownAddress: "Address you show:",
  confirm: "Please confirm by reply.",
  closing: "Thank you",
};

/** Only the reference, and none of several: a link is kept in histories and logs. */
export const mailtoLink = (email: string, references: readonly string[]): string => {
  const subject = references.length === 1 ? `Order ${references.join()}` : `${references.length} orders`;
  return `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(subject)}`;
};
