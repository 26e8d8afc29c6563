import type { Progress } from "../ports/progress.ts";

/** A table of the database. */
interface Rows<Where> {
  count(args: { where: Where }): Promise<number>;
}

/** The progress of a run by its rows: `of` are all of them, `open` those among them that are still to be done. */
export async function countProgress<Where extends object>(
  rows: Rows<Where>,
  { of, open, ended }: { of: Where; open: Where; ended: boolean },
): Promise<Progress> {
  const total = await rows.count({ where: of });
  const left = await rows.count({ where: { ...of, ...open } });
  return { done: total - left, total, ended };
}
