/** Comments cite docs/print-service.openapi.yaml by what the document has. */
import { filesBelow, matches, read } from "./files.ts";

const CITATION = /print-service: ((?:[a-z-]+[A-Z]\w+|[A-Z]\w+)(?:, [a-z]+[A-Z]\w+)*)/g;

export function checkCitations(): string[] {
  const document = read("docs/print-service.openapi.yaml");
  const has = (name: string) => new RegExp(`^ *(operationId: )?${name}:?$`, "m").test(document);
  const sources = ["app", "sandbox", "scripts"].flatMap(filesBelow).filter((file) => file.endsWith(".ts"));
  const cited = sources.flatMap((file) =>
    matches(read(file), CITATION).flatMap((names) => names.split(", ").map((name) => ({ file, name }))),
  );
  const dead = cited.filter(({ name }) => !has(name)).map(({ file, name }) => `${file} cites ${name}: not there`);
  return cited.length > 50 ? dead : ["few comments cite docs/print-service.openapi.yaml", ...dead];
}
