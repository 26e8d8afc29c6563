import { BlockStack, DropZone, Text } from "@shopify/polaris";
import { Small } from "./text.tsx";

interface CsvFileZoneProps {
  /** null: none is chosen yet. */
  file: File | null;
  text: { drop: string; dropHint: string; replace: string };
  onDrop(all: File[], accepted: File[], rejected: File[]): void;
}

/** Where a CSV file is dropped or chosen. */
export function CsvFileZone({ file, text, onDrop }: CsvFileZoneProps) {
  return (
    <DropZone accept=".csv,.tsv,.txt,text/csv,text/plain" type="file" allowMultiple={false} onDrop={onDrop}>
      {file ? (
        <div style={{ padding: "var(--p-space-500)" }}>
          <BlockStack gap="100" inlineAlign="center">
            <Text as="p" fontWeight="semibold" breakWord>
              {file.name}
            </Text>
            <Small>{text.replace}</Small>
          </BlockStack>
        </div>
      ) : (
        <DropZone.FileUpload actionTitle={text.drop} actionHint={text.dropHint} />
      )}
    </DropZone>
  );
}
