import type { MetaFunction } from "@remix-run/node";

export const meta: MetaFunction = () => [{ title: "Practice order" }, { name: "robots", content: "noindex" }];

/** The tracking page of every practice order. */
export default function PracticeTracking() {
  return (
    <main>
      <h1>This is a practice order</h1>
      <p>Nothing was printed or shipped. The tracking number is made up.</p>
      <p>
        The store tries out Inkbridge with a practice account. If you bought something, ask the store about your order.
      </p>
    </main>
  );
}
