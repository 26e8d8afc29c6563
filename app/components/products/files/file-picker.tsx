import {
  BlockStack,
  EmptySearchResult,
  Modal,
  Pagination,
  ResourceItem,
  ResourceList,
  Spinner,
  TextField,
  Thumbnail,
  Box,
  DropZone,
} from "@shopify/polaris";
import { ImageIcon } from "@shopify/polaris-icons";
import { READ_FILES_SCOPE, type ShopFile, WRITE_FILES_SCOPE } from "../../../ports/shop-catalog.ts";
import { MessageBanner } from "../../common/banners.tsx";
import { COPY as COMMON } from "../../common/copy.ts";
import { Small, Strong } from "../../common/text.tsx";
import { useRestoreFocus } from "../../common/restore-focus.ts";
import { useSearchBox } from "../../common/use-search-box.ts";
import { AccessRequest } from "./access-request.tsx";
import { FILES, UPLOAD } from "./copy.ts";
import { useFiles, type Files } from "./use-files.ts";
import { RunProgress } from "../../common/run-progress.tsx";
import { ACCEPTED } from "./upload-checks.ts";
import { useUpload } from "./use-upload.ts";

interface FilePickerProps {
  onChoose(link: string): void;
  onClose(): void;
}

/** Lets staff choose a file out of their Shopify admin, or add one there. */
export function FilePicker({ onChoose, onClose }: FilePickerProps) {
  useRestoreFocus();
  const files = useFiles();
  return (
    <Modal
      open
      title={FILES.title}
      onClose={onClose}
      secondaryActions={[{ content: COMMON.cancel, onAction: onClose }]}
    >
      <Modal.Section>
        <FileUpload onReady={onChoose} onAllowed={files.reload} />
      </Modal.Section>
      <Modal.Section>
        <FileChoice files={files} onChoose={onChoose} />
      </Modal.Section>
    </Modal>
  );
}

/** The files of a search. The search stays while its files can't be read. */
export function FileChoice({ files, onChoose }: { files: Files } & Pick<FilePickerProps, "onChoose">) {
  const { answer } = files;
  if (!answer) return <Spinner size="small" accessibilityLabel={FILES.loading} />;
  if (answer.outcome === "not_allowed")
    return <AccessRequest scope={READ_FILES_SCOPE} text={FILES.notAllowed} onAllowed={files.reload} />;
  if (answer.outcome === "failed") {
    const retry = { content: COMMON.tryAgain, onAction: files.reload, loading: files.loading };
    return <MessageBanner tone="warning" text={FILES.failed} action={retry} />;
  }
  return <FileList files={files} page={answer.files} onChoose={onChoose} />;
}

function FileList({ files, page, onChoose }: { files: Files; page: ShopFile[] } & Pick<FilePickerProps, "onChoose">) {
  const box = useSearchBox(files.searched, files.search);
  return (
    <BlockStack gap="300">
      <TextField
        label={FILES.search}
        labelHidden
        placeholder={FILES.search}
        autoComplete="off"
        clearButton
        value={box.text}
        onChange={box.type}
        onClearButtonClick={box.clear}
      />
      <ResourceList
        resourceName={FILES.resource}
        items={page}
        loading={files.loading}
        idForItem={({ gid }) => gid}
        emptyState={<EmptySearchResult title={FILES.none} description={FILES.noneHint} withIllustration />}
        renderItem={(file) => <FileItem file={file} onChoose={onChoose} />}
      />
      {files.hasPages && (
        <Pagination
          hasNext={files.onNext !== null}
          hasPrevious={files.onPrevious !== null}
          onNext={files.onNext ?? undefined}
          onPrevious={files.onPrevious ?? undefined}
        />
      )}
    </BlockStack>
  );
}

function FileItem({ file, onChoose }: { file: ShopFile } & Pick<FilePickerProps, "onChoose">) {
  const { gid, name, link, pixels, thumbnailUrl } = file;
  return (
    <ResourceItem
      id={gid}
      accessibilityLabel={name}
      onClick={() => onChoose(link)}
      media={<Thumbnail source={thumbnailUrl ?? ImageIcon} alt="" size="small" />}
      verticalAlignment="center"
    >
      <BlockStack>
        <Strong breakWord>{name}</Strong>
        <Small>{pixels ? FILES.pixels(pixels.width, pixels.height) : FILES.pdf}</Small>
      </BlockStack>
    </ResourceItem>
  );
}

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
    return <RunProgress done={state.percent} total={100} label={UPLOAD.sending(state.name, state.percent)} />;
  if (state.step === "processing") return <RunProgress done={100} total={100} label={UPLOAD.processing(state.name)} />;
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
