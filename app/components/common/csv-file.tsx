import { BlockStack, Box, DropZone, Text, type DropZoneProps } from "@shopify/polaris";
import { Small } from "./text.tsx";

interface CsvFileZoneProps extends Pick<DropZoneProps, "label" | "disabled" | "variableHeight"> {
  /** null: none is chosen yet. */
  file: File | null;
  text: { drop: string; dropHint: string; replace: string };
  onDrop(all: File[], accepted: File[], rejected: File[]): void;
}

/** Where a CSV file is dropped or chosen. */
export function CsvFileZone({ file, text, ...zone }: CsvFileZoneProps) {
  const upload = <DropZone.FileUpload actionTitle={text.drop} actionHint={text.dropHint} />;
  const empty = zone.variableHeight ? <Box padding="300">{upload}</Box> : upload;
  return (
    <DropZone accept=".csv,.tsv,.txt,text/csv,text/plain" type="file" allowMultiple={false} {...zone}>
      {file ? (
        <Box padding="500">
          <BlockStack gap="100" inlineAlign="center">
            <Text as="p" fontWeight="semibold" breakWord>
              {file.name}
            </Text>
            <Small>{text.replace}</Small>
          </BlockStack>
        </Box>
      ) : (
        empty
      )}
    </DropZone>
  );
}

/** The request that sends a file, compressed: a table of many megabytes is some then. Fails where the browser cannot read the file. */
export async function fileRequest(file: File): Promise<RequestInit> {
  const body = await new Response(file.stream().pipeThrough(new CompressionStream("gzip"))).blob();
  return { method: "POST", headers: { "Content-Type": "application/gzip" }, body };
}
