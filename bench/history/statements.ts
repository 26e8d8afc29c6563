import { WORD_COUNTS } from "./words.ts";

/** What an order leaves behind, table by table: `INSERT INTO table (columns) SELECT … FROM from`. */
export interface Statement {
  table: string;
  /** SQL of each column. */
  columns: Readonly<Record<string, string>>;
  from: string;
}

/** The table that fill.ts makes first. */
export const ORDERS = "BenchOrder";

/** A version 7 UUID of the order's number and the kind of row: in the order of time, as the app's are. */
const id = (kind: number, number = "i"): string =>
  `(lpad(to_hex(${number}), 8, '0') || '-0000-7000-8000-' || lpad('${kind.toString(16)}', 12, '0'))::uuid`;
const ID = {
  order: id(1),
  line: id(2),
  submission: id(3),
  submissionLine: id(4),
  attempt: id(5),
  parcel: id(6),
  write: id(7),
  attention: id(8),
};
/** 64 hexadecimal digits, as a keyed hash has them. */
const HASH = `md5(i::text) || md5(i::text || 'b')`;
const encrypted = (bytes: number): string => `substring($1::bytea FROM 1 + i % 1000 FOR ${bytes})`;
/** Contents and bodies are erased at that age, deliveries deleted at twice that age (RETENTION_DAYS). */
const RETENTION_DAYS = 60;
const ifKept = (column: string): string => `CASE WHEN days < ${RETENTION_DAYS} THEN ${column} END`;
const HAS_SHIPPED = `"state" IN ('shipped', 'fulfilled')`;
const IS_SENT = `"state" NOT IN ('waiting', 'ready', 'cancelled')`;
const SENT_AT = `CASE WHEN ${IS_SENT} THEN at + interval '20 minutes' END`;
/** Words of the customer (words.ts): hashes of the shop's own words. */
const word = (alias: string, kind: keyof typeof WORD_COUNTS, number: string): string =>
  `LEFT JOIN "BenchWord" ${alias} ON ${alias}."shop" = "${ORDERS}"."shop" AND ${alias}."kind" = '${kind}'
    AND ${alias}."n" = ${number} % ${WORD_COUNTS[kind]}`;
const WORDS = `"${ORDERS}" ${word("f", "first", "i")} ${word("l", "last", "(i / 50)")} ${word("c", "city", "(i / 7)")}`;

const orders = {
  table: "Order",
  columns: {
    id: ID.order,
    shopId: `"shopId"`,
    shopifyGid: `'gid://shopify/Order/' || (7000000000 + i)`,
    name: `'#H' || i`,
    shopifyCreatedAt: "at",
    shopifyUpdatedAt: `at + interval '2 days'`,
    financialStatus: "'paid'",
    currency: "'USD'",
    subtotal: "'25.00'",
    shippingPaid: "'5.00'",
    // Filled without the trigger that keeps this column.
    hasStandingSubmission: `"state" <> 'cancelled'`,
    receivedAt: "at",
    readAt: "at",
    addressHash: HASH,
    shippingTitle: "'Standard'",
    fulfillmentOrders: `jsonb_build_array(jsonb_build_object(
      'gid', 'gid://shopify/FulfillmentOrder/' || i, 'lineItemGids', jsonb_build_array('gid://shopify/LineItem/' || i)))`,
  },
  from: `"${ORDERS}"`,
} satisfies Statement;

const lines: Statement = {
  table: "OrderLine",
  columns: {
    id: ID.line,
    orderId: ID.order,
    shopifyGid: `'gid://shopify/LineItem/' || i`,
    productGid: `'gid://shopify/Product/' || i % 200`,
    variantGid: `'gid://shopify/ProductVariant/' || i % 1000`,
    title: `'Shirt number ' || i % 200`,
    variantTitle: "'Black / M'",
    sku: `'SHIRT-' || i % 1000`,
    quantity: "1",
    remaining: `CASE WHEN "state" = 'fulfilled' THEN 0 ELSE 1 END`,
    eligibility: `'printable'`,
    eligibilityReason: `'mapped_variant'`,
  },
  from: `"${ORDERS}"`,
};

const submissions = {
  table: "Submission",
  columns: {
    id: ID.submission,
    shopId: `"shopId"`,
    orderId: ID.order,
    printAccountId: `"printAccountId"`,
    kind: `'first'`,
    reference: `'H' || i || '-BENCHREFBENCHREF'`,
    state: `"state"`,
    payloadHash: HASH,
    sentAt: SENT_AT,
    submittedAt: SENT_AT,
    serviceDate: `CASE WHEN ${IS_SENT} THEN to_char(at, 'YYYY-MM-DD') END`,
    serviceOrderId: `CASE WHEN ${IS_SENT} THEN 'S-H' || i || '-BENCHREFBENCHREF' END`,
    providerUpdatedAt: `CASE WHEN ${IS_SENT} THEN to_char(at, 'YYYY-MM-DD HH24:MI:SS') END`,
    checkedAt: SENT_AT,
    progressReportedAt: SENT_AT,
    createdAt: "at",
  },
  from: `"${ORDERS}"`,
} satisfies Statement;

const submissionLines: Statement = {
  table: "SubmissionLine",
  columns: {
    id: ID.submissionLine,
    submissionId: ID.submission,
    orderLineId: ID.line,
    position: "0",
    quantity: "1",
    itemSku: `'BENCH-TEE-M'`,
    artworkHash: HASH,
    orderStatus: `CASE WHEN ${HAS_SHIPPED} THEN 'Shipped' END`,
    paymentStatus: "'Paid'",
    fulfilled: `CASE WHEN "state" = 'fulfilled' THEN 1 ELSE 0 END`,
  },
  from: `"${ORDERS}"`,
};

/** Filled without the triggers that write this table. */
const texts: Statement = {
  table: "OrderText",
  columns: {
    orderId: ID.order,
    shopId: `"shopId"`,
    text: `lower(concat_ws(E'\\n', '', '#H' || i, 'H' || i, CASE WHEN ${HAS_SHIPPED} THEN '1ZBENCH' || i END, 'BENCH-TEE-M',
      'H' || i || '-BENCHREFBENCHREF', 'Shirt number ' || i % 200, ''))`,
  },
  from: `"${ORDERS}"`,
};

/** Without customers, contents, texts and history. */
export const CORE_TABLES: readonly Statement[] = [orders, lines, submissions, submissionLines];

/** The same with them, and all that only the whole history has. Replaces what CORE_TABLES has of the same table. */
export const WHOLE_TABLES: readonly Statement[] = [
  {
    ...orders,
    columns: {
      ...orders.columns,
      customerEncrypted: ifKept(encrypted(150)),
      searchHashes: `CASE WHEN days < ${RETENTION_DAYS} THEN
        coalesce(f."hashes", '{}') || coalesce(l."hashes", '{}') || coalesce(c."hashes", '{}') ELSE '{}' END`,
    },
    from: WORDS,
  },
  lines,
  {
    ...submissions,
    columns: {
      ...submissions.columns,
      payloadEncrypted: ifKept(encrypted(900)),
      providerOrderEncrypted: `CASE WHEN days < ${RETENTION_DAYS} AND ${IS_SENT} THEN ${encrypted(800)} END`,
      providerOrderHash: HASH,
      comparedHash: `CASE WHEN ${IS_SENT} THEN ${HASH} END`,
      contentErasedAt: `CASE WHEN days >= ${RETENTION_DAYS} THEN at + ${RETENTION_DAYS} * interval '1 day' END`,
    },
  },
  submissionLines,
  texts,
  {
    table: "Attempt",
    columns: {
      id: ID.attempt,
      submissionId: ID.submission,
      number: "1",
      printAccountId: `"printAccountId"`,
      startedAt: SENT_AT,
      endedAt: SENT_AT,
      outcome: `'accepted'`,
      httpStatus: "200",
      payloadHash: HASH,
      lines: `jsonb_build_array(jsonb_build_object(
        'orderLineId', ${ID.line}, 'position', 0, 'quantity', 1, 'itemSku', 'BENCH-TEE-M', 'artworkHash', ${HASH}))`,
    },
    from: `"${ORDERS}" WHERE ${IS_SENT}`,
  },
  {
    table: "Parcel",
    columns: {
      id: ID.parcel,
      shopId: `"shopId"`,
      submissionId: ID.submission,
      trackingNumber: `'1ZBENCH' || i`,
      trackingUrl: `'https://track.example/1ZBENCH' || i`,
      firstSeenAt: `at + interval '1 day'`,
      reportedBy: `'event'`,
      state: `CASE WHEN "state" = 'fulfilled' THEN 'fulfilled' ELSE 'parked' END::"ParcelState"`,
    },
    from: `"${ORDERS}" WHERE ${HAS_SHIPPED}`,
  },
  {
    table: "ShopifyWrite",
    columns: {
      id: ID.write,
      parcelId: ID.parcel,
      kind: `'create'`,
      fulfillmentGid: `'gid://shopify/Fulfillment/' || i`,
      lines: `jsonb_build_array(jsonb_build_object('orderLineId', ${ID.line}, 'submissionLineId', ${ID.submissionLine},
        'fulfillmentOrderGid', 'gid://shopify/FulfillmentOrder/' || i,
        'fulfillmentOrderLineGid', 'gid://shopify/FulfillmentOrderLineItem/' || i, 'quantity', 1))`,
      notified: "true",
      outcome: `'done'`,
      startedAt: `at + interval '1 day'`,
      endedAt: `at + interval '1 day'`,
    },
    from: `"${ORDERS}" WHERE "state" = 'fulfilled'`,
  },
  {
    table: "History",
    columns: {
      id: id(16, "i * 8 + n"),
      shopId: `"shopId"`,
      orderId: ID.order,
      submissionId: ID.submission,
      at: `at + n * interval '1 hour'`,
      code: `(ARRAY['submission.release', 'submission.claim', 'submission.accepted', 'submission.in_production',
        'submission.shipped', 'submission.fulfilled'])[n + 1]`,
      actor: `'system'`,
      data: `jsonb_build_object('from', 'ready', 'to', 'submitting')`,
    },
    from: `"${ORDERS}", generate_series(0, 5) AS n`,
  },
  {
    table: "FlowEvent",
    columns: {
      id: id(17, "i * 2 + n"),
      shopId: `"shopId"`,
      orderId: ID.order,
      trigger: `(ARRAY['order_sent', 'parcel_shipped'])[n + 1]::"FlowTrigger"`,
      subjectId: `CASE WHEN n = 0 THEN ${ID.submission} ELSE ${ID.parcel} END`,
      createdAt: "at",
      settledAt: "at",
      outcome: `'dispatched'`,
    },
    from: `"${ORDERS}", generate_series(0, 1) AS n WHERE ${HAS_SHIPPED}`,
  },
  {
    table: "WebhookDelivery",
    columns: {
      id: id(18, "i * 4 + n"),
      source: `CASE WHEN n = 2 THEN 'print_service' ELSE 'shopify' END::"WebhookSource"`,
      topic: `(ARRAY['orders/create', 'orders/updated', 'tracking'])[n + 1]`,
      scope: `'bench-shop-' || "shop"`,
      deliveryId: id(19, "i * 4 + n") + "::text",
      receivedAt: "at",
      bodyEncrypted: ifKept(encrypted(600)),
      state: `'done'`,
      orderId: ID.order,
    },
    from: `"${ORDERS}", generate_series(0, 2) AS n WHERE days < ${2 * RETENTION_DAYS}`,
  },
  {
    table: "Attention",
    columns: {
      id: ID.attention,
      shopId: `"shopId"`,
      orderId: ID.order,
      submissionId: ID.submission,
      code: `(ARRAY['address_not_verified', 'not_sent_yet', 'risk_high', 'unmapped_line'])[1 + i / 20 % 4]`,
      detail: "'{}'",
      openedAt: "at",
      // Of twenty orders one had a reason; of five hundred one has it still.
      clearedAt: `CASE WHEN i % 500 <> 0 THEN at + interval '1 hour' END`,
      clearedBy: `CASE WHEN i % 500 <> 0 THEN 'person'::"ClearedBy" END`,
    },
    from: `"${ORDERS}" WHERE i % 20 = 0`,
  },
];

const PAGE_TABLES = ["Order", "OrderLine", "Submission", "SubmissionLine", "OrderText", "Parcel", "Attention"];

/** Of the whole, what the pages with many orders read. */
export const PAGE_STATEMENTS: readonly Statement[] = WHOLE_TABLES.filter(({ table }) => PAGE_TABLES.includes(table));
