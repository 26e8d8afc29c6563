import type { MetaFunction } from "@remix-run/node";
import { OUTSIDE } from "../components/common/copy.ts";

const text = OUTSIDE.practiceTracking;

export const meta: MetaFunction = () => [{ title: text.title }, { name: "robots", content: "noindex" }];

/** The tracking page of every practice order. */
export default function PracticeTracking() {
  return (
    <main>
      <h1>{text.heading}</h1>
      <p>{text.text}</p>
      <p>{text.customer}</p>
    </main>
  );
}
