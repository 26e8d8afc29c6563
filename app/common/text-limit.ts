import type { z } from "zod";
import { cutText } from "./clean-text.ts";

/** Whether a text has more than `max` characters, counted as `cutText` counts: an emoji is one. */
export const isLongerThan = (text: string, max: number): boolean => text.length > max && cutText(text, max) !== text;

/** For `superRefine`: a text of at most `max` characters. Zod's own `max` counts many emoji and rare letters twice. */
export const atMost =
  (max: number) =>
  (text: string, ctx: z.core.$RefinementCtx<string>): void => {
    if (isLongerThan(text, max))
      ctx.addIssue({ code: "too_big", origin: "string", maximum: max, inclusive: true, input: text });
  };
