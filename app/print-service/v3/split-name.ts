/**
 * First and last name of a recipient, as version 3 wants them. Together they are always the words of the name in their sequence, so that
 * the label shows what the customer wrote: a company or a name that is split in the wrong place still reads right.
 */
export function splitName(name: string): { firstName: string; lastName: string } {
  const words = name.trim().split(/\s+/);
  if (words.length === 1) return { firstName: words[0] ?? "", lastName: NO_LAST_NAME };
  // "Smith, Jr." ends in what stands behind a last name, not in the last name.
  let last = words.length - 1;
  while (last > 1 && SUFFIX.test(words[last] ?? "")) last -= 1;
  // "van der Berg": what stands before a last name belongs to it.
  while (last > 1 && PARTICLES.has((words[last - 1] ?? "").toLowerCase())) last -= 1;
  return { firstName: words.slice(0, last).join(" "), lastName: words.slice(last).join(" ") };
}

/** Neither a letter nor a digit: it does not count as a difference from the name that was ordered. */
const NO_LAST_NAME = ".";

const SUFFIX = /^\(?(jr|sr|junior|senior|ii|iii|iv|v|md|m\.d|phd|ph\.d|dds|esq|cpa|rn|ret)\.?\)?,?$/i;
const PARTICLES = new Set(
  "van von vom zu zur zum der den de del della di da dos das do du des la le las los el al bin binti ibn ben ten ter st st. san santa af av y e mac mc o".split(
    " ",
  ),
);
