import type { MalformedBody } from "../schedule/plan.ts";

/** An order's body that no customer's order looks like. `id` is of an order that Shopify does not have. */
export function malformedBody(body: string, how: MalformedBody, id: number): string {
  const order = { ...(JSON.parse(body) as Order), id, admin_graphql_api_id: `gid://shopify/Order/${id}` };
  const lines = (quantity: number) =>
    order.line_items.map((line) => ({ ...line, quantity, current_quantity: quantity, fulfillable_quantity: quantity }));
  switch (how) {
    case "5 MB":
      return JSON.stringify({ ...order, note: "n".repeat(5_000_000) });
    case "deep JSON":
      return `${JSON.stringify(order).slice(0, -1)},"deep":${"[".repeat(20_000)}${"]".repeat(20_000)}}`;
    case "NUL":
      return JSON.stringify({ ...order, name: "#10\u000001", line_items: lines(1).map(withNulTitle) });
    case "lone surrogate":
      return JSON.stringify({ ...order, name: "#1001\ud800" }).replace("\ud800", "\\ud800");
    case "2^63 ids":
      return JSON.stringify(order).replaceAll(String(id), "9223372036854775808");
    case "__proto__":
      return JSON.stringify(order).replace(
        "{",
        '{"__proto__":{"cancelled_at":"2020-01-01T00:00:00Z"},"constructor":1,',
      );
    case "quantity 0":
      return JSON.stringify({ ...order, line_items: lines(0) });
    case "negative quantity":
      return JSON.stringify({ ...order, line_items: lines(-3) });
    case "no JSON":
      return "<order><id>1</id></order>";
    case "empty":
      return "";
  }
}

interface Order {
  line_items: Record<string, unknown>[];
}

const withNulTitle = (line: Record<string, unknown>) => ({ ...line, title: "a\u0000b" });
