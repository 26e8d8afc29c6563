/** Comments cite the documents of the print service's interface by what those have. */
import { filesBelow, matches, read } from "./files.ts";

const NAMES = "((?:[a-z-]+[A-Z]\\w+|[A-Z]\\w+)(?:, [a-z]+[A-Z]\\w+)*)";
const DOCUMENTS: [name: string, leastCitations: number][] = [
  ["print-service", 50],
  ["print-service-v3", 20],
];

export const checkCitations = (): string[] => DOCUMENTS.flatMap(([name, least]) => deadCitations(name, least));

function deadCitations(name: string, least: number): string[] {
  const document = read(`docs/${name}.openapi.yaml`);
  const has = (cited: string) => new RegExp(`^ *(operationId: )?${cited}:?$`, "m").test(document);
  const sources = ["app", "sandbox", "scripts"].flatMap(filesBelow).filter((file) => file.endsWith(".ts"));
  const citations = sources.flatMap((file) =>
    matches(read(file), new RegExp(`${name}: ${NAMES}`, "g")).flatMap((names) =>
      names.split(", ").map((cited) => ({ file, cited })),
    ),
  );
  const dead = citations
    .filter(({ cited }) => !has(cited))
    .map(({ file, cited }) => `${file} cites ${cited}: not there`);
  return citations.length > least ? dead : [`few comments cite docs/${name}.openapi.yaml`, ...dead];
}
