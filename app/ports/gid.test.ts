import type { OrderLine, Prisma } from "../../prisma/client/client.ts";
import { expect, expectTypeOf, test } from "vitest";
import { gidOf, type Gid } from "./gid.ts";
import { gidSchema, storedGidSchema } from "./gid-schema.ts";

test("the compiler refuses a global id of one kind where another kind is wanted", () => {
  expectTypeOf<Gid<"Product">>().not.toExtend<Gid<"ProductVariant">>();
  expectTypeOf<Gid<"ProductVariant">>().not.toExtend<Gid<"Product">>();
  expectTypeOf<string>().not.toExtend<Gid>();
});

test("columns have the kind that the schema names", () => {
  expectTypeOf<OrderLine["shopifyGid"]>().toEqualTypeOf<Gid<"LineItem">>();
  expectTypeOf<OrderLine["variantGid"]>().toEqualTypeOf<Gid<"ProductVariant"> | null>();
  expectTypeOf<{ in: Gid<"Product">[] }>().not.toExtend<Prisma.MappingWhereInput["variantGid"]>();
  expectTypeOf<"">().toExtend<Prisma.NotPrintedWhereInput["variantGid"]>();
  expectTypeOf<"">().not.toExtend<Prisma.MappingWhereInput["variantGid"]>();
});

test("a global id from outside is one of its kind, with a number", () => {
  const id = gidOf("ProductVariant", "31");
  const schema = gidSchema("ProductVariant", "is no variant of Shopify");
  expectTypeOf(schema.parse(id)).toEqualTypeOf<Gid<"ProductVariant">>();
  expect(schema.parse(id)).toBe(id);
  for (const other of ["31", gidOf("Product", "31"), gidOf("ProductVariant", "x"), `${id}\n`, ` ${id}`, `${id}/1`])
    expect(schema.safeParse(other).error?.issues).toMatchObject([{ message: "is no variant of Shopify" }]);
  expect(schema.safeParse(31).success).toBe(false);
});

test("a stored global id is one of its kind", () => {
  const id = gidOf("FulfillmentOrder", "7");
  expect(storedGidSchema("FulfillmentOrder").parse(id)).toBe(id);
  expect(storedGidSchema("FulfillmentOrder").safeParse(gidOf("Order", "7")).success).toBe(false);
});
