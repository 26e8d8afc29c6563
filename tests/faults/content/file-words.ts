import type { NeededWord } from "../facts/facts.ts";
import { combine, startTimeline, type Timeline } from "./timeline.ts";

/** The file that replaced the one that staff mapped or accepted at a link, by its hash; null: that one is there. */
export type FileTimeline = Timeline<string | null>;

/** What staff has to say before anything is printed from a link whose file was replaced, unless it uses the new file. */
export function fileWords(
  links: Timeline<string | null>,
  files: ReadonlyMap<string, FileTimeline>,
): Timeline<NeededWord | null> {
  return links.flatMap((period) => {
    const atLink = (period.value === null ? undefined : files.get(period.value)) ?? startTimeline(null, period.from);
    return combine([period], atLink, (_, hash) =>
      hash === null ? null : { approvals: ["print_new_artwork"], basis: hash },
    );
  });
}
