import { pluralize } from "./components.ts";

type Body = Record<string, unknown>;

const MESSAGES: [RegExp, (id: string, body: Body) => string][] = [
  [/^orders\/(.+)\/produce$/, (id) => `${id} is in production.`],
  [/^orders\/(.+)\/label$/, (id) => `A label for ${id} was printed. It hasn't shipped yet.`],
  [/^orders\/(.+)\/ship$/, (id, { split }) => `${id} was shipped in ${pluralize(Number(split ?? 1), "parcel")}.`],
  [/^orders\/(.+)\/reject-address$/, (id) => `The address of ${id} was rejected.`],
  [/^orders\/(.+)\/status$/, (id, { sku, status }) => `${sku} of ${id} is now “${status}”.`],
  [/^orders\/(.+)\/pay$/, (id) => `${id} is marked as paid.`],
  [/^orders\/(.+)\/cancel$/, (id) => `${id} is canceled.`],
  [/^events\/(.+)\/again$/, (id) => `Event ${id} was sent again.`],
  [/^production$/, (_, body) => production(body)],
  [/^registrations$/, (_, { active }) => `The webhook is ${active ? "active" : "inactive"} now.`],
  [/^test-event$/, () => "Test event sent. See its response under Events."],
  [/^faults$/, () => "The fault is on."],
  [/^event-faults$/, () => "The event fault is on."],
  [/^(event-)?faults\/clear$/, () => "The faults are cleared."],
  [/^tokens$/, () => "The access token is created."],
  [/^version-3$/, () => "The print service behaves that way from now on."],
  [/^version-3\/clear$/, () => "Catalog, prices, shipping services and wallet are as they were."],
  [/^tokens\/clear$/, () => "All tokens are revoked."],
];

/** The success message of a form. */
export function successMessage(control: string, body: Body): string {
  for (const [pattern, messageOf] of MESSAGES) {
    const found = pattern.exec(control);
    if (found) return messageOf(decodeURIComponent(found[1] ?? ""), body);
  }
  return "Done.";
}

function production({ speed, paused }: Body): string {
  if (paused !== undefined) return paused ? "The line is paused." : "The line is running.";
  return speed === 0 ? "The line is manual." : `The line moves every ${Number(speed) / 1000} s.`;
}
