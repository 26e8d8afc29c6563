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
  Button,
  Text,
} from "@shopify/polaris";
import { ImageIcon } from "@shopify/polaris-icons";
import { useFetcher } from "@remix-run/react";
import { useEffect, useState } from "react";
import { READ_FILES_SCOPE, WRITE_FILES_SCOPE, type ShopFile, type ShopFilePage } from "../../../ports/shop-catalog.ts";
import { MessageBanner } from "../../common/banners.tsx";
import { COPY as COMMON } from "../../common/copy.ts";
import { useDenial } from "../../common/shop-context.tsx";
import { Note, Small, Strong } from "../../common/text.tsx";
import { useRestoreFocus } from "../../common/focus.ts";
import { useSearchBox } from "../../common/list-address.ts";
import { FILES, UPLOAD } from "./copy.ts";
import { RunProgress } from "../../common/run-progress.tsx";
import { ACCEPTED, useUpload } from "./use-upload.ts";
import { useScopeRequest } from "../../common/use-scope-request.ts";

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
  const denial = useDenial("map");
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
        disabled={denial !== undefined}
        label={UPLOAD.label}
        labelHidden
        variableHeight
        onDrop={([file]) => file && upload(file)}
      >
        <Box padding="400">
          <DropZone.FileUpload actionTitle={UPLOAD.action} actionHint={UPLOAD.hint} />
        </Box>
      </DropZone>
      {denial && <Note>{denial}</Note>}
    </BlockStack>
  );
}

interface AccessRequestProps {
  scope: string;
  /** What the scope is for. */
  text: string;
  onAllowed(): void;
}

/** Asks for an optional scope when staff wants to use it. */
export function AccessRequest({ scope, text, onAllowed }: AccessRequestProps) {
  const { requesting, failed, request } = useScopeRequest({
    scope,
    allowed: false,
    granted: FILES.allowed,
    onGranted: onAllowed,
  });
  return (
    <BlockStack gap="300" inlineAlign="start">
      <Text as="p">{text}</Text>
      {failed && <MessageBanner tone="warning" text={FILES.requestFailed} />}
      <Button onClick={request} loading={requesting}>
        {FILES.allow}
      </Button>
    </BlockStack>
  );
}

/** The answer to a request for files. not_allowed: the merchant has to allow access first. */
export type FilesResponse = ({ outcome: "listed" } & ShopFilePage) | { outcome: "not_allowed" } | { outcome: "failed" };

/** A page of the shop's files, searched and paged. */
export function useFiles() {
  const { load, data, state } = useFetcher<FilesResponse>();
  const [search, setSearch] = useState("");
  /** The cursors of the pages so far, the first one without. */
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const after = cursors.at(-1) ?? "";
  const path = `/app/files?${new URLSearchParams({ search, ...(after && { after }) }).toString()}`;
  useEffect(() => load(path), [load, path]);
  const next = data?.outcome === "listed" ? data.next : null;
  return {
    answer: data,
    loading: state !== "idle",
    searched: search,
    search(text: string): void {
      setSearch(text);
      setCursors([]);
    },
    reload: () => load(path),
    hasPages: next !== null || cursors.length > 0,
    onNext: next === null ? null : () => setCursors([...cursors, next]),
    onPrevious: cursors.length === 0 ? null : () => setCursors(cursors.slice(0, -1)),
  };
}

export type Files = ReturnType<typeof useFiles>;
