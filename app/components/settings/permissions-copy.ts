import type { Permission } from "../../../prisma/client/client.ts";
import type { Denied, SavePermissionsResult } from "../../shops/permissions.ts";
import type { Denials } from "../common/shop-context.tsx";

export const STAFF = {
  title: "Staff permissions",
  everyone: "Everyone who can open Inkbridge",
  chosen: "Only chosen staff",
  people: "Staff",
  owner: "The store owner always has this permission.",
  unknown: "Staff appear here after they first act in Inkbridge or open orders.",
  me: (name: string) => `${name} (you)`,
  member: (userId: string) => `Staff member ${userId}`,
  saved: "Staff permissions saved",
  notSaved: { title: "Your changes weren't saved", text: "Check your connection, then try again." },
  choose: "Choose at least one person.",
  errors: {
    own_removed: "Keep yourself chosen. Only the store owner can remove you.",
    unknown_staff: "Someone you chose is no longer known. Reload the page and choose again.",
    changed: "Someone else changed these permissions. Reload the page to see what's set now.",
  } satisfies Record<Exclude<SavePermissionsResult, "saved">, string>,
};

export const PERMISSION_COPY: Readonly<Record<Permission, { title: string; text: string; may: string }>> = {
  approve: {
    title: "Approve and send orders",
    text: "Approve, change, send, and reprint orders, never print them, and pause sending. Everyone else can still put orders on hold.",
    may: "approve and send orders",
  },
  map: {
    title: "Change mappings and artwork",
    text: "Map variants, replace and upload print files, and choose what's never printed.",
    may: "change mappings and artwork",
  },
  pay: {
    title: "Pay at the print service",
    text: "Pay for orders that the print service shows as unpaid, one by one or several at once, where your print account allows it.",
    may: "pay for orders at the print service",
  },
  settings: {
    title: "Change settings and rules",
    text: "Change settings, rules, notifications, the print account, linked stores, and these permissions.",
    may: "change settings and rules",
  },
};

/** Names beyond these make no sentence. */
const NAMED = 3;

/** Whom to ask for what a person may not do. */
export function denialText(permission: Permission, names: readonly string[]): string {
  const people = [...names.slice(0, NAMED), "the store owner"];
  return `Only chosen staff may ${PERMISSION_COPY[permission].may}. Ask ${new Intl.ListFormat("en-US", { type: "disjunction" }).format(people)}.`;
}

/** The same for everything that a person may not do. */
export const denialTexts = (denied: Denied): Denials =>
  Object.fromEntries(
    Object.entries(denied).map(([permission, names]) => [permission, denialText(permission as Permission, names)]),
  );
