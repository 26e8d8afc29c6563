import pLimit from "p-limit";
import type { ArtworkCheckResult } from "../../ports/artwork.ts";
import type { Gid } from "../../ports/gid.ts";
import { LINK_FIELD, PRINT_SIDES, type PrintOrder } from "../../ports/order-model.ts";
import type { ReplacedFiles } from "../../print-files/check-printed.ts";
import { newHold, type Hold } from "../core/attention.ts";
import type { OrdersContext } from "../core/context.ts";
import type { SentFile } from "../core/sent-files.ts";

const LINK_CONCURRENCY = 4;
/** No further links are checked after this many: the check runs again once these are fixed. */
const MAX_UNREADABLE = 8;

type Answers = ReadonlyMap<string, ArtworkCheckResult>;

/** What the links of an order lead to. */
export async function readLinks({ artwork }: Pick<OrdersContext, "artwork">, payload: PrintOrder): Promise<Answers> {
  const links = new Set(payload.items.flatMap((i) => [i.artworkFront, i.artworkBack]).filter((link) => link !== ""));
  let unreadable = 0;
  const answers = await pLimit(LINK_CONCURRENCY).map(links, async (link) => {
    if (unreadable >= MAX_UNREADABLE) return null;
    const answer = await artwork.check(link);
    if (!answer.ok) unreadable += 1;
    return answer;
  });
  return new Map([...links].flatMap((link, at) => (answers[at] ? [[link, answers[at]] as const] : [])));
}

interface ArtworkRules {
  payload: PrintOrder;
  /** The line of each item of the payload. */
  lines: readonly Gid<"LineItem">[];
  /** Hash of the content. */
  basis: string;
}

/** The holds of lines whose links return no image, or another one than staff wants printed, and which files the links return. */
export function judgeArtwork(
  answers: Answers,
  replaced: ReplacedFiles,
  { payload, lines, basis }: ArtworkRules,
): { holds: Hold[]; files: SentFile[] } {
  const printed = payload.items.map((item, position) =>
    PRINT_SIDES.flatMap((side) => {
      const link = item[LINK_FIELD[side]];
      const answer = answers.get(link);
      return answer ? [{ position, side, answer, newFile: replaced.get(link) }] : [];
    }),
  );
  const holds = printed.flatMap((sides, position): Hold[] => {
    const subject = lines[position] ?? "";
    const problems = sides.flatMap(({ side, answer }) => (answer.ok ? [] : [[side, answer.reason] as const]));
    const unreadable = { subject, basis, detail: Object.fromEntries(problems) };
    const changed = sides.filter(({ newFile }) => newFile !== undefined);
    // An approval counts for these files in this content: another file, or another content, is held again.
    const newFiles = changed.map(({ newFile }) => newFile).join(" ");
    const another = { subject, basis: `${basis} ${newFiles}`, detail: { replaced: changed.map(({ side }) => side) } };
    return [
      ...(problems.length > 0 ? [newHold("artwork_unreadable", unreadable)] : []),
      ...(changed.length > 0 ? [newHold("artwork_changed", another)] : []),
    ];
  });
  const files = printed.flat().flatMap(({ position, side, answer }): SentFile[] => {
    if (!answer.ok || !answer.file) return [];
    const { sha256, bytes } = answer.file;
    return [{ position, side, sha256, bytes }];
  });
  return { holds, files };
}
