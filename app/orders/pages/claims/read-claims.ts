import type { Prisma, ClaimAnswer, ClaimKind, ClaimState } from "../../../../prisma/client/client.ts";
import { guardCell, guardFormula } from "../../../csv/guard-cell.ts";
import { DAY_MS } from "../../../ports/clock.ts";
import { gidNumber } from "../../../ports/gid.ts";
import type { ClaimId, ShopId } from "../../../ports/ids.ts";
import {
  CLAIM_ANSWER_NAMES,
  CLAIM_KIND_NAMES,
  CLAIM_KINDS,
  CLAIM_STATE_NAMES,
  CLAIM_STATES,
} from "../../core/claims.ts";
import type { OrdersContext } from "../../core/context.ts";
import { itemText } from "../list/export-orders.ts";
import { FIGURE_DAYS, type ClaimsQuery } from "./claims-query.ts";

/** A claim in the list. Holds no personal data. Times: UTC, ISO 8601. */
export interface ListedClaim {
  id: ClaimId;
  order: { name: string; number: string };
  kind: ClaimKind;
  state: ClaimState;
  openedAt: string;
  answer: ClaimAnswer | null;
  /** Pieces that it is about. */
  pieces: number;
  /** The reference of its reprint; null without one that stands. */
  reprint: string | null;
}

/** The claims about one product, by kind. */
export interface ProductClaims {
  /** Shopify's id of the product; its title where it has none. */
  id: string;
  title: string;
  /** Pieces by kind. */
  pieces: Record<ClaimKind, number>;
  total: number;
}

export interface ClaimsPage {
  rows: ListedClaim[];
  next: ClaimId | null;
  /** Claims of the kind by state. */
  counts: Record<ClaimState, number>;
  /** The shop has a claim. */
  any: boolean;
  /** The products with the most pieces claimed since FIGURE_DAYS. */
  products: ProductClaims[];
  now: string;
}

const MAX_PRODUCTS = 20;
const PAGE_SIZE = 50;

type ReadContext = Pick<OrdersContext, "db" | "clock">;

const INCLUDE = {
  order: { select: { name: true, shopifyGid: true } },
  lines: {
    orderBy: { orderLineId: "asc" },
    select: { quantity: true, orderLine: { select: { title: true, variantTitle: true } } },
  },
  reprint: { select: { reference: true, state: true } },
  submission: { select: { reference: true } },
  parcel: { select: { trackingNumber: true } },
} as const satisfies Prisma.ClaimInclude;
type StoredClaim = Prisma.ClaimGetPayload<{ include: typeof INCLUDE; omit: { contentEncrypted: true } }>;

/** A page of the shop's claims, the newest first, with the counts of its tabs and the figures of its products. */
export async function readClaimsPage(ctx: ReadContext, shopId: ShopId, query: ClaimsQuery): Promise<ClaimsPage> {
  const [found, counts, any, products] = await Promise.all([
    readBatch(ctx, shopId, query, PAGE_SIZE + 1),
    countByState(ctx, shopId, query.kind),
    ctx.db.claim.findFirst({ where: { shopId }, select: { id: true } }),
    readProducts(ctx, shopId),
  ]);
  const shown = found.slice(0, PAGE_SIZE);
  return {
    rows: shown.map(listed),
    next: found.length > PAGE_SIZE ? (shown.at(-1)?.id ?? null) : null,
    counts,
    any: any !== null,
    products,
    now: ctx.clock.now().toISOString(),
  };
}

/**
 * The claims of a list after the one with the id `after`. That claim may have left the list since. Prisma's cursor with `skip: 1`
 * leaves out the next claim then.
 */
async function readBatch(
  { db }: ReadContext,
  shopId: ShopId,
  { state, kind, after }: ClaimsQuery,
  take: number,
): Promise<StoredClaim[]> {
  const last =
    after && (await db.claim.findUnique({ where: { id: after, shopId }, select: { id: true, openedAt: true } }));
  if (after && !last) return [];
  return db.claim.findMany({
    where: {
      ...{ shopId, ...(state && { state }), ...(kind && { kind }) },
      ...(last && {
        OR: [{ openedAt: { lt: last.openedAt } }, { openedAt: last.openedAt, id: { lt: last.id } }],
      }),
    },
    orderBy: [{ openedAt: "desc" }, { id: "desc" }],
    take,
    include: INCLUDE,
    omit: { contentEncrypted: true },
  });
}

async function countByState(
  { db }: ReadContext,
  shopId: ShopId,
  kind: ClaimKind | null,
): Promise<Record<ClaimState, number>> {
  const groups = await db.claim.groupBy({ by: ["state"], where: { shopId, ...(kind && { kind }) }, _count: true });
  const countOf = (state: ClaimState): number => groups.find((group) => group.state === state)?._count ?? 0;
  return Object.fromEntries(CLAIM_STATES.map((state) => [state, countOf(state)])) as Record<ClaimState, number>;
}

const listed = ({ id, kind, state, answer, ...row }: StoredClaim): ListedClaim => ({
  ...{ id, kind, state, answer },
  order: { name: row.order.name, number: gidNumber(row.order.shopifyGid) },
  openedAt: row.openedAt.toISOString(),
  pieces: row.lines.reduce((sum, { quantity }) => sum + quantity, 0),
  reprint: standingReprint(row),
});

const standingReprint = ({ reprint }: Pick<StoredClaim, "reprint">): string | null =>
  reprint && reprint.state !== "cancelled" ? reprint.reference : null;

/** One line for a product, whatever its items were called at the time: the last title counts. */
async function readProducts({ db, clock }: ReadContext, shopId: ShopId): Promise<ProductClaims[]> {
  const since = new Date(clock.now().getTime() - FIGURE_DAYS * DAY_MS);
  const rows = await db.$queryRaw<{ product: string; title: string; kind: ClaimKind; pieces: number }[]>`
    SELECT coalesce(l."productGid", l."title") AS "product", (array_agg(l."title" ORDER BY c."openedAt" DESC, c."id"))[1] AS "title",
      c."kind"::text AS "kind", sum(i."quantity")::int AS "pieces"
    FROM "Claim" c JOIN "ClaimLine" i ON i."claimId" = c."id" JOIN "OrderLine" l ON l."id" = i."orderLineId"
    WHERE c."shopId" = ${shopId}::uuid AND c."openedAt" >= ${since}
    GROUP BY 1, c."kind" ORDER BY max(c."openedAt") DESC`;
  const products = new Map<string, ProductClaims>();
  for (const { product, title, kind, pieces } of rows) {
    const known = products.get(product) ?? { id: product, title, pieces: noPieces(), total: 0 };
    known.pieces[kind] += pieces;
    known.total += pieces;
    products.set(product, known);
  }
  return [...products.values()].sort((one, other) => other.total - one.total).slice(0, MAX_PRODUCTS);
}

const noPieces = () => Object.fromEntries(CLAIM_KINDS.map((kind) => [kind, 0])) as Record<ClaimKind, number>;

const time = (at: Date | null): string => at?.toISOString() ?? "";

/** The columns: the title, and the text of a claim. Without the customer's words, which stay on the order's page. */
const COLUMNS: readonly [title: string, text: (claim: StoredClaim) => string][] = [
  ["Order", ({ order }) => guardFormula(order.name)],
  ["Shopify order ID", ({ order }) => guardCell(gidNumber(order.shopifyGid))],
  ["Print order reference", ({ submission }) => guardCell(submission.reference)],
  ["Tracking number", ({ parcel }) => guardCell(parcel?.trackingNumber ?? "")],
  ["Problem", ({ kind }) => CLAIM_KIND_NAMES[kind]],
  ["Status", ({ state }) => CLAIM_STATE_NAMES[state]],
  ["Quantity", ({ lines }) => String(lines.reduce((sum, { quantity }) => sum + quantity, 0))],
  [
    "Items",
    ({ lines }) => guardCell(lines.map(({ quantity, orderLine }) => itemText({ ...orderLine, quantity })).join("; ")),
  ],
  ["Opened at (UTC)", ({ openedAt }) => time(openedAt)],
  ["Sent to print service at (UTC)", ({ askedAt }) => time(askedAt)],
  ["Answer", ({ answer }) => (answer ? CLAIM_ANSWER_NAMES[answer] : "")],
  ["Answered at (UTC)", ({ answeredAt }) => time(answeredAt)],
  ["Done at (UTC)", ({ closedAt }) => time(closedAt)],
  ["Reprint reference", (claim) => guardCell(standingReprint(claim) ?? "")],
];

/** Claims that are in memory together. */
const BATCH = 500;

/** All claims of a list, whatever its page: rows of a CSV file in batches, the header first. Cells are guarded. */
export async function* exportClaims(ctx: ReadContext, shopId: ShopId, query: ClaimsQuery): AsyncGenerator<string[][]> {
  yield [COLUMNS.map(([title]) => title)];
  for (let after: ClaimId | null = null; ;) {
    const claims: StoredClaim[] = await readBatch(ctx, shopId, { ...query, after }, BATCH);
    if (claims.length > 0) yield claims.map((claim) => COLUMNS.map(([, text]) => text(claim)));
    after = claims.at(-1)?.id ?? null;
    if (claims.length < BATCH) return;
  }
}
