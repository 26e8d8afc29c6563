import { BlockStack, Box, DropZone } from "@shopify/polaris";
import { WRITE_FILES_SCOPE } from "../../../ports/shop-files.ts";
import { MessageBanner } from "../../common/banners.tsx";
import { StatusProgress } from "../../common/run-progress.tsx";
import { AccessRequest } from "./access-request.tsx";
import { UPLOAD } from "./copy.ts";
import { ACCEPTED } from "./upload-checks.ts";
import { useUpload } from "./use-upload.ts";

interface FileUploadProps {
  onReady(link: string): void;
  /** The merchant allowed access to files, which includes reading. */
  onAllowed(): void;
}

/** Lets staff add a file to their Shopify admin. */
export function FileUpload({ onReady, onAllowed }: FileUploadProps) {
  const { state, upload } = useUpload(onReady);
  if (state.step === "not_allowed")
    return (
      <AccessRequest
        scope={WRITE_FILES_SCOPE}
        text={UPLOAD.notAllowed}
        onAllowed={() => {
          onAllowed();
          upload(state.file);
        }}
      />
    );
  if (state.step === "sending")
    return <StatusProgress done={state.percent} total={100} label={UPLOAD.sending(state.name, state.percent)} />;
  if (state.step === "processing")
    return <StatusProgress done={100} total={100} label={UPLOAD.processing(state.name)} />;
  return (
    <BlockStack gap="300">
      {state.step === "failed" && <MessageBanner tone="critical" text={state.message} />}
      <DropZone
        accept={ACCEPTED}
        type="file"
        allowMultiple={false}
        label={UPLOAD.label}
        labelHidden
        variableHeight
        onDrop={([file]) => file && upload(file)}
      >
        <Box padding="400">
          <DropZone.FileUpload actionTitle={UPLOAD.action} actionHint={UPLOAD.hint} />
        </Box>
      </DropZone>
    </BlockStack>
  );
}
