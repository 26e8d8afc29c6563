import { useState } from "react";
import { MessageBanner } from "../common/banners.tsx";
import { ExportDialog } from "./export-dialog.tsx";
import { TRANSFER } from "./import-copy.ts";
import { ImportDialog } from "./import-dialog.tsx";
import { useMappingImport } from "./use-mapping-import.ts";

/** Export and import of mappings: the actions of a page, their dialogs, and a banner while an import is not finished. */
export function useTransfer() {
  const [open, setOpen] = useState<"export" | "import" | "result" | null>(null);
  const mappingImport = useMappingImport();
  const { current } = mappingImport;
  const close = () => setOpen(null);
  const { running } = TRANSFER.import;
  return {
    actions: [
      { content: TRANSFER.export.action, onAction: () => setOpen("export") },
      { content: TRANSFER.import.action, disabled: current === undefined, onAction: () => setOpen("import") },
    ],
    dialogs: (
      <>
        {open === "export" && <ExportDialog onClose={close} />}
        {(open === "import" || open === "result") && (
          <ImportDialog mappingImport={mappingImport} asksForFile={open === "import"} onClose={close} />
        )}
      </>
    ),
    banner:
      current && open !== "import" && open !== "result" ? (
        <MessageBanner
          tone="info"
          title={running.title}
          text={
            current.state === "done" && current.rows.wrong > 0
              ? running.someLeftOut(current.rows.wrong)
              : running.text[current.state]
          }
          action={{ content: running.action, onAction: () => setOpen("result") }}
          onDismiss={current.state === "done" ? () => mappingImport.discard(current.id) : undefined}
        />
      ) : null,
  };
}
