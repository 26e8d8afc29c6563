import { afterAll, beforeAll, expect, test } from "vitest";
import type { Prisma } from "../../prisma/client/client.ts";
import { openFreshDatabase } from "../../tests/support/database.ts";
import { newId } from "../../tests/support/ids.ts";
import { mappingInput, unmapVariant } from "../catalog/mappings.ts";
import { saveAndWake } from "../catalog/save-shown-mappings.ts";
import { restartChannel } from "../notifications/channels.ts";
import { overrideHistoryCheck } from "../orders/gap-recovery/backfill.ts";
import { retryPayments } from "../orders/provider-writes/request-write.ts";
import { markNotPrinted, unmarkNotPrinted } from "../orders/receive/not-printed.ts";
import { gidOf } from "../ports/gid.ts";
import type { NotificationChannelId, PrintAccountId, ShopId } from "../ports/ids.ts";
import { createAccountFixture } from "../print-accounts/account-fixture.testing.ts";
import {
  connectPracticeAccount,
  connectPrintAccount,
  disconnectPrintAccount,
} from "../print-accounts/print-accounts.ts";
import { keepForeignWebhook, reregisterWebhooks, rotateSecretNow } from "../print-accounts/webhooks/change-webhook.ts";
import { saveSettings } from "../settings-page/save-settings.ts";
import { pauseSending, resumeSending } from "../settings-page/sending-pause.ts";
import { savePermissions } from "./permissions.ts";
import { deleteView, saveView } from "./saved-views.ts";
import { recordStaffAction, type NoteAction } from "./staff-actions.ts";

let database: Awaited<ReturnType<typeof openFreshDatabase>>;
beforeAll(async () => void (database = await openFreshDatabase()));
afterAll(() => database.drop());

const USER = "7";
const [PRODUCT, VARIANT] = [gidOf("Product", "1"), gidOf("ProductVariant", "11")];
const MAPPING = mappingInput.parse({ productGid: PRODUCT, variantGid: VARIANT, itemSku: "TEE" });
const EVERYONE = { approve: null, map: null, pay: null, settings: null };
const asleep = { delivery: () => {}, order: () => {}, submission: () => {}, parcel: () => {} };

/** A shop whose staff changes something. `refused`: PostgreSQL takes no entry, for another shop's has its id. */
async function openShop() {
  const { ctx: given, newShop, credentials } = createAccountFixture(database);
  const ctx = { ...given, wake: asleep };
  const shop = await newShop();
  const where = { shopId: shop.id };
  const noteOf = (shopId: ShopId, uuid = ctx.ids.uuid): NoteAction => {
    const of = { clock: ctx.clock, ids: { ...ctx.ids, uuid } };
    return (tx, kind, data) => recordStaffAction(of, tx, { shopId, userId: USER, kind, data });
  };
  const taken = newId();
  await noteOf((await newShop()).id, () => taken)(ctx.db, "sending_resumed");
  return {
    ...{ ctx, shop, credentials },
    note: noteOf(shop.id),
    refused: noteOf(shop.id, () => taken),
    entries: async () => (await ctx.db.staffAction.findMany({ where })).map(({ kind, userId }) => [userId, kind]),
    stored: () =>
      Promise.all([
        ctx.db.shop.findUnique({ where: { id: shop.id }, include: { printAccount: true } }),
        ctx.db.mapping.findMany({ where }),
        ctx.db.notPrinted.findMany({ where }),
        ctx.db.staffPermission.findMany({ where }),
        ctx.db.notificationChannel.findMany({ where }),
        ctx.db.savedView.findMany({ where }),
      ]),
  };
}
type OpenShop = Awaited<ReturnType<typeof openShop>>;

async function stopChannel({ ctx, shop }: OpenShop): Promise<NotificationChannelId> {
  const id = newId();
  const at = ctx.clock.now();
  await ctx.db.notificationChannel.create({
    data: {
      ...{
        id,
        shopId: shop.id,
        kind: "email",
        targetHash: id,
        targetEncrypted: new Uint8Array(1),
        digestTime: "08:00",
      },
      ...{ createdAt: at, collectedUntil: at, stoppedAt: at },
    },
  });
  return id;
}

/** Connects an account, and returns the shop with it. */
async function connect(
  { ctx, shop, credentials }: OpenShop,
  data: Prisma.PrintAccountUpdateInput = {},
): Promise<{ id: ShopId; printAccountId: PrintAccountId }> {
  const id = await connectPrintAccount(ctx, shop.domain, credentials, "token");
  await ctx.db.printAccount.update({ where: { id }, data });
  return { id: shop.id, printAccountId: id };
}

const VIEW = { page: "orders", name: "Late", query: "" } as const;

/** What staff does, as a function of the note; it may first bring the shop to where that can be done. */
const CHANGES: Readonly<Record<string, (shop: OpenShop) => Promise<(note: NoteAction) => Promise<unknown>>>> = {
  sending_paused:
    async ({ ctx, shop }) =>
    (note) =>
      pauseSending(ctx, shop.id, null, note),
  sending_resumed: async ({ ctx, shop }) => {
    await pauseSending(ctx, shop.id, null);
    return (note) => resumeSending(ctx, shop.id, note);
  },
  settings_saved:
    async ({ ctx, shop }) =>
    (note) =>
      saveSettings(ctx, shop.id, { editWindowMinutes: 17 }, { note }),
  permissions_saved:
    async ({ ctx, shop }) =>
    (note) => {
      const owner = { shopId: shop.id, userId: USER, accountOwner: true };
      return savePermissions(ctx, owner, { ...EVERYONE, pay: [USER] }, EVERYONE, note);
    },
  account_connected:
    async ({ ctx, shop, credentials }) =>
    (note) =>
      connectPrintAccount(ctx, shop.domain, credentials, "token", { note }),
  practice_connected:
    async ({ ctx, shop }) =>
    (note) =>
      connectPracticeAccount(ctx, shop, note),
  account_disconnected: async (open) => {
    await connect(open);
    return (note) => disconnectPrintAccount(open.ctx, open.shop.domain, note);
  },
  history_check_overridden: async (open) => {
    const { id } = await connect(open, { syncGapFrom: new Date(0), syncGapProblem: "unreadable" });
    return (note) => overrideHistoryCheck(open.ctx, id, (tx) => note(tx, "history_check_overridden"));
  },
  payments_retried: async (open) => {
    const { printAccountId } = await connect(open, { paymentProblem: "low_balance" });
    return (note) => retryPayments(open.ctx, printAccountId, (tx) => note(tx, "payments_retried"));
  },
  webhooks_registered: async (open) => {
    const shop = await connect(open);
    return (note) => reregisterWebhooks(open.ctx, shop, {}, note);
  },
  foreign_webhook_kept: async (open) => {
    const shop = await connect(open);
    return (note) => keepForeignWebhook(open.ctx, shop, "tracking", note);
  },
  webhook_secret_rotated: async (open) => {
    const shop = await connect(open);
    return (note) => rotateSecretNow(open.ctx, shop, note);
  },
  view_saved:
    async ({ ctx, shop }) =>
    (note) =>
      saveView(ctx, shop.id, VIEW, note),
  view_deleted: async ({ ctx, shop }) => {
    const answer = await saveView(ctx, shop.id, VIEW);
    const id = "saved" in answer ? answer.saved.id : expect.unreachable();
    return (note) => deleteView(ctx, shop.id, { page: VIEW.page, id }, note);
  },
  mappings_saved:
    async ({ ctx, shop }) =>
    (note) =>
      saveAndWake(ctx, shop.id, [{ input: MAPPING, shown: null }], note),
  mapping_removed: async ({ ctx, shop }) => {
    await saveAndWake(ctx, shop.id, [{ input: MAPPING, shown: null }]);
    return (note) => unmapVariant(ctx, shop.id, VARIANT, note);
  },
  never_printed:
    async ({ ctx, shop }) =>
    (note) =>
      markNotPrinted(ctx, shop.id, { productGid: PRODUCT, variantGid: null }, (tx) => note(tx, "never_printed")),
  printed_again: async ({ ctx, shop }) => {
    const mark = { productGid: PRODUCT, variantGid: null };
    await markNotPrinted(ctx, shop.id, mark);
    return (note) => unmarkNotPrinted(ctx, shop.id, mark, (tx) => note(tx, "printed_again"));
  },
  notifications_saved: async (open) => {
    const id = await stopChannel(open);
    return (note) => restartChannel(open.ctx, open.shop.id, id, note);
  },
};

test.each(Object.entries(CHANGES))("%s: the change and its entry stand or fail together", async (kind, prepare) => {
  const shop = await openShop();
  const change = await prepare(shop);
  const before = await shop.stored();
  await expect(change(shop.refused)).rejects.toThrow();
  expect(await shop.stored()).toEqual(before);
  expect(await shop.entries()).toEqual([]);
  await change(shop.note);
  expect(await shop.stored()).not.toEqual(before);
  expect(await shop.entries()).toEqual([[USER, kind]]);
});

test.each<[client: string, change: (shop: OpenShop, note: NoteAction, end: () => void) => Promise<void>]>([
  [
    "Prisma",
    ({ ctx, shop }, note, end) =>
      ctx.db.$transaction(async (tx) => {
        await tx.shop.update({ where: { id: shop.id }, data: { name: "Changed" } });
        await note(tx, "settings_saved", { names: "approval" });
        end();
      }),
  ],
  [
    "pg",
    ({ ctx, shop }, note, end) =>
      ctx.sql.transaction(async (tx) => {
        await tx.execute`UPDATE "Shop" SET "name" = 'Changed' WHERE "id" = ${shop.id}::uuid`;
        await note(tx, "settings_saved", { names: "approval" });
        end();
      }),
  ],
])("a transaction of %s that is refused its entry, or ends before its commit, leaves neither", async (_, change) => {
  const shop = await openShop();
  const die = () => {
    throw new Error("died");
  };
  await expect(change(shop, shop.refused, () => {})).rejects.toThrow("StaffAction_pkey");
  await expect(change(shop, shop.note, die)).rejects.toThrow("died");
  const nameOf = async (id: ShopId) => (await database.db.shop.findUniqueOrThrow({ where: { id } })).name;
  expect([await nameOf(shop.shop.id), await shop.entries()]).toEqual([null, []]);
  await change(shop, shop.note, () => {});
  expect(await nameOf(shop.shop.id)).toBe("Changed");
  const [entry] = await database.db.staffAction.findMany({ where: { shopId: shop.shop.id } });
  expect(entry).toMatchObject({ userId: USER, data: { names: "approval" }, at: shop.ctx.clock.now() });
});
