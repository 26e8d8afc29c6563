import { describe, expect, it } from "vitest";
import { createEncryptor } from "../../encryption/encryptor.server.ts";
import { newId } from "../../../tests/support/ids.ts";
import { address, gid, line, mapping, settings, snapshot } from "../../../tests/support/order-fixtures.ts";
import { sendingFingerprint, type ShopRow } from "../core/shop-row.ts";
import type { OrderSnapshot } from "../../ports/order-model.ts";
import type { ShopSettings } from "../../settings/settings.ts";
import { decideNewLine, toMappingLookup } from "../compose/decide-lines.ts";
import { isPreSendCurrent, type PreSendResult } from "./build-submission.ts";
import { composeContent } from "../compose/content.ts";
import { NO_CHANGES } from "../compose/current-changes.ts";
import { lineToSend } from "../compose/lines-to-send.ts";

const ctx = {
  encryptor: createEncryptor([{ id: "k1", key: Buffer.alloc(32, 1) }]),
  ids: { uuid: newId, code: () => "" },
};

const shop = (over: Partial<ShopRow> = {}): ShopRow => ({
  id: newId(),
  domain: "one.myshopify.com",
  scopes: "",
  goLiveAt: new Date(0),
  uninstalledAt: null,
  redactedAt: null,
  settings: {},
  ...{ timezone: "UTC", sendingPausedAt: null, sendingPausedUntil: null },
  printAccountId: newId(),
  printAccount: { kind: "live", refusedAt: null } as ShopRow["printAccount"],
  ...over,
});

interface Composed {
  snapshot?: OrderSnapshot;
  shop?: ShopRow;
  settings?: ShopSettings;
  erased?: boolean;
  mapped?: boolean;
}

function compose(over: Composed = {}) {
  const shown = over.snapshot ?? snapshot();
  const given = {
    settings: over.settings ?? settings(),
    mappings: toMappingLookup(over.mapped === false ? [] : [mapping()], []),
  };
  const linesToSend = shown.lines
    .map((one) => decideNewLine(ctx, newId(), one, { ...given, snapshot: shown }))
    .map((one) => lineToSend(one, NO_CHANGES, one.snapshot.remaining));
  const { payload, holds } = composeContent(ctx, {
    ...{ shop: over.shop ?? shop(), settings: given.settings, snapshot: shown, linesToSend, changes: NO_CHANGES },
    order: { redactedAt: over.erased ? new Date() : null, paymentKind: null, printFulfilledAt: null },
    ...{ reference: "1001-ABC", undecidedOrphans: null },
  });
  return { payload, codes: holds.map(({ code }) => code) };
}

describe("the content of a submission", () => {
  it("is complete where nothing keeps the order from being sent", () => {
    const { payload, codes } = compose();
    expect(codes).toEqual([]);
    expect(payload).toMatchObject({ reference: "1001-ABC", items: [{ itemSku: "TEE-BLACK-M", quantity: 1 }] });
  });

  it("is built for an order that only a decision of staff keeps from being sent: staff sees what would be sent", () => {
    const { payload, codes } = compose({ snapshot: snapshot({ risk: "high", test: true }) });
    expect(codes.sort()).toEqual(["risk_high", "test_order"]);
    expect(payload).not.toBeNull();
  });

  it.each([
    ["an item without a mapping", { mapped: false }, "unmapped_line"],
    [
      "a custom item that a rule catches",
      {
        snapshot: snapshot({
          lines: [line({ productGid: null, variantGid: null, vendor: null, variantTitle: null, sku: "TEE-1" })],
        }),
        settings: settings({ printableRule: { skuPrefixes: ["TEE-"] } }),
      },
      "custom_item_unmapped",
    ],
    [
      "an item whose product was deleted before",
      {
        snapshot: snapshot({ lines: [line(), line({ gid: gid("LineItem", 7), productGid: null, variantGid: null })] }),
      },
      "product_deleted",
    ],
    ["an order without an address", { snapshot: snapshot({ shippingAddress: null }) }, "address_missing"],
    ["personal data that was erased", { erased: true }, "personal_data_erased"],
  ] as const)("is not built for %s", (_what, over, code) => {
    const { payload, codes } = compose(over);
    expect(payload).toBeNull();
    expect(codes).toContain(code);
  });

  it.each([
    ["no print account", { printAccountId: null, printAccount: null }, "no_print_account"],
    [
      "a print account that was rejected",
      { printAccount: { kind: "live", refusedAt: new Date() } },
      "print_account_rejected",
    ],
    ["the app uninstalled", { uninstalledAt: new Date() }, "shop_uninstalled"],
  ] as const)("is held in a shop with %s", (_what, over, code) => {
    expect(compose({ shop: shop(over as Partial<ShopRow>) }).codes).toEqual([code]);
  });

  it("has the address that Shopify shows", () => {
    const moved = snapshot({
      shippingAddress: address({ address1: "20 Elm Street" }),
      lines: [line({ remaining: 3 })],
    });
    expect(compose({ snapshot: moved }).payload).toMatchObject({ address1: "20 Elm Street", items: [{ quantity: 3 }] });
  });
});

describe("the checks before sending", () => {
  const row = shop();
  const result: PreSendResult = {
    ...{ payloadHash: "content", sendingFingerprint: sendingFingerprint(row), holds: [], files: [] },
  };

  it("count for the content, the settings and the account that they were made for, and for no other", () => {
    const isCurrent = (payloadHash: string | null, of: ShopRow) => isPreSendCurrent(result, { payloadHash, shop: of });
    expect(isCurrent("content", row)).toBe(true);
    expect(isCurrent("another", row)).toBe(false);
    expect(isCurrent(null, row)).toBe(false);
    expect(isCurrent("content", { ...row, printAccountId: newId() })).toBe(false);
    expect(isCurrent("content", { ...row, settings: { editWindowMinutes: 5 } })).toBe(false);
    expect(isPreSendCurrent(null, { payloadHash: "content", shop: row })).toBe(false);
  });
});
