export interface Step {
  stage: string;
  instruction: string;
  rest: string;
}

/** The instructions of a Dockerfile in their order, each with the name of its stage ("final" for the last one). */
export function readSteps(dockerfile: string): Step[] {
  const lines = dockerfile
    .replace(/^\s*#.*\n/gm, "")
    .replace(/\\\n/g, " ")
    .split("\n")
    .filter((line) => line.trim() !== "");
  let stage = "";
  return lines.map((line) => {
    const [, instruction = "", rest = ""] = /^(\w+)\s+(.*)$/.exec(line.trim()) ?? [];
    if (instruction === "FROM") stage = / AS (\S+)$/i.exec(rest)?.[1] ?? "final";
    return { stage, instruction, rest };
  });
}
