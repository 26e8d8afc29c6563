import type { Attempt, Order, Prisma } from "../../prisma/client/client.ts";
import { expect, expectTypeOf, test } from "vitest";
import { submissionIdSchema, type OrderId, type PrintAccountId, type RowId, type SubmissionId } from "./ids.ts";

const UUID = "0198a000-0000-7000-8000-000000000001";

test("the compiler refuses an id of one kind where another kind is wanted", () => {
  expectTypeOf<SubmissionId>().not.toExtend<OrderId>();
  expectTypeOf<string>().not.toExtend<OrderId>();
  expectTypeOf<OrderId>().not.toExtend<RowId>();
  expectTypeOf<RowId>().toExtend<OrderId>();
});

test("columns have the type that the schema names, also in relations, conditions and updates", () => {
  type WithOrder = Prisma.SubmissionGetPayload<{ select: { order: { select: { id: true } } } }>;
  expectTypeOf<Order["id"]>().toEqualTypeOf<OrderId>();
  expectTypeOf<WithOrder["order"]["id"]>().toEqualTypeOf<OrderId>();
  expectTypeOf<Attempt["printAccountId"]>().toEqualTypeOf<PrintAccountId | null>();
  expectTypeOf<SubmissionId>().not.toExtend<Prisma.OrderWhereUniqueInput["id"]>();
  expectTypeOf<{ in: SubmissionId[] }>().not.toExtend<Prisma.OrderWhereInput["id"]>();
  expectTypeOf<{ in: OrderId[] }>().toExtend<Prisma.OrderWhereInput["id"]>();
  expectTypeOf<SubmissionId>().not.toExtend<Prisma.SubmissionUncheckedUpdateInput["orderId"]>();
});

test("an id from outside is a UUID", () => {
  expectTypeOf(submissionIdSchema.parse(UUID)).toEqualTypeOf<SubmissionId>();
  expect(submissionIdSchema.safeParse(UUID).data).toBe(UUID);
  expect(submissionIdSchema.safeParse("1 OR 1=1").success).toBe(false);
});
