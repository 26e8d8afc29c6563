import { useAppBridge } from "@shopify/app-bridge-react";
import {
  Banner,
  BlockStack,
  Box,
  Button,
  ButtonGroup,
  Checkbox,
  FormLayout,
  InlineGrid,
  Select,
  Spinner,
  Text,
  TextField,
} from "@shopify/polaris";
import { useEffect, useRef, useState } from "react";
import type {
  PlacementField,
  PlacementInput,
  PlacementProblem,
  PlacementProblems,
  TextsAnswer,
  SideText,
} from "../../../catalog/text-placements.ts";
import { gidNumber, type Gid } from "../../../ports/gid.ts";
import { WRITE_FILES_SCOPE } from "../../../ports/shop-catalog.ts";
import {
  TEXT_ALIGNS,
  TEXT_FONTS,
  TEXT_MAX_CHARACTERS,
  TEXT_MAX_LINES,
  type TextAlign,
  type TextFont,
  type TextProblem,
} from "../../../ports/text-placement.ts";
import { NO_PREVIEW_LABELS, refusalText, type NoPreviewReason } from "../../common/copy.ts";
import { postJson } from "../../common/json-requests.ts";
import { useDenied } from "../../common/shop-context.tsx";
import { Note } from "../../common/text.tsx";
import { useScopeRequest } from "../../common/use-scope-request.ts";

interface TextEditorProps {
  productGid: Gid<"Product">;
  sides: readonly SideText[];
  mayAddFiles: boolean;
  /** Something was saved or removed. */
  onSaved(message: string): void;
}

/** The fields of the texts on a product's artwork, with a picture of a sample. */
export function TextEditor({ productGid, sides, mayAddFiles, onSaved }: TextEditorProps) {
  const [chosen, choose] = useState(sides[0]?.side ?? "front");
  const side = sides.find((one) => one.side === chosen);
  return (
    <BlockStack gap="400">
      {sides.length > 1 && (
        <Select
          label={TEXTS.side}
          options={sides.map((one) => ({ value: one.side, label: TEXTS.sides[one.side] }))}
          value={chosen}
          onChange={(value) => choose(value === "back" ? "back" : "front")}
        />
      )}
      {side && (
        <SideEditor
          key={side.side}
          path={`/app/products/${gidNumber(productGid)}/texts`}
          {...{ side, mayAddFiles, onSaved }}
        />
      )}
    </BlockStack>
  );
}

interface SideEditorProps {
  path: string;
  side: SideText;
  mayAddFiles: boolean;
  onSaved(message: string): void;
}

/** Numbers as they are typed. */
type Draft = Record<"property" | "color" | NumberField, string> &
  Pick<PlacementInput, "font" | "align" | "uppercase" | "makesFile"> & { isFixed: boolean };

type NumberField = (typeof NUMBER_FIELDS)[number];
const NUMBER_FIELDS = ["x", "y", "width", "height", "size", "smallest", "maxLines", "maxCharacters"] as const;

const NEW: Draft = {
  ...{ property: "", x: "10", y: "35", width: "80", height: "30", size: "10", smallest: "3" },
  ...{ maxLines: "2", maxCharacters: "30", color: "#000000" },
  ...{ font: "noto_sans", align: "center", uppercase: false, makesFile: false, isFixed: false },
};

function draftOf({ placement }: SideText): Draft {
  if (!placement) return NEW;
  const { size, ...rest } = placement;
  const numbers = NUMBER_FIELDS.map((field) => [field, String(placement[field] ?? NEW[field])]);
  return { ...rest, ...(Object.fromEntries(numbers) as Record<NumberField, string>), isFixed: size !== null };
}

function enteredOf({ isFixed, ...draft }: Draft): Record<PlacementField, unknown> {
  const number = (text: string) => (text.trim() === "" ? Number.NaN : Number(text.replace(",", ".")));
  const numbers = NUMBER_FIELDS.map((field) => [field, number(draft[field])]);
  const entered = { ...draft, ...(Object.fromEntries(numbers) as Record<NumberField, number>) };
  return { ...entered, color: draft.color.trim().toLowerCase(), size: isFixed ? entered.size : null };
}

function SideEditor({ path, side, mayAddFiles, onSaved }: SideEditorProps) {
  const bridge = useAppBridge();
  const denied = useDenied();
  const [draft, setDraft] = useState(() => draftOf(side));
  const [sample, setSample] = useState<string>(TEXTS.sampleText);
  const [saveProblems, setSaveProblems] = useState<PlacementProblems>({});
  const [busy, setBusy] = useState<"save" | "remove" | null>(null);
  const entered = enteredOf(draft);
  const picture = useSample(path, { side: side.side, placement: entered, text: sample });
  const problems: PlacementProblems = { ...saveProblems, ...picture.problems };
  const change = (part: Partial<Draft>) => {
    setDraft({ ...draft, ...part });
    setSaveProblems({});
  };
  const send = async (intent: "save" | "remove") => {
    setBusy(intent);
    const answer = await postJson<TextsAnswer>(path, {
      ...{ intent, side: side.side },
      ...(intent === "save" ? { placement: entered } : {}),
    });
    setBusy(null);
    if (answer.outcome === "saved") return onSaved(intent === "save" ? TEXTS.saved(answer.orders) : TEXTS.removed);
    if (answer.outcome === "problems") return setSaveProblems(answer.problems);
    bridge.toast.show(answer.outcome === "no_artwork" ? TEXTS.noArtwork : TEXTS.failed, { isError: true });
  };
  const number = (field: NumberField, suffix?: string) => (
    <TextField
      label={TEXTS.fields[field]}
      type="number"
      inputMode="decimal"
      autoComplete="off"
      suffix={suffix}
      value={draft[field]}
      error={problemText(field, problems[field])}
      onChange={(value) => change({ [field]: value })}
    />
  );
  return (
    <InlineGrid columns={{ xs: 1, md: ["twoThirds", "oneThird"] }} gap="400">
      <FormLayout>
        <TextField
          label={TEXTS.fields.property}
          helpText={TEXTS.propertyHelp}
          autoComplete="off"
          value={draft.property}
          error={problemText("property", problems.property)}
          onChange={(property) => change({ property })}
        />
        <FormLayout.Group condensed>
          {number("x", "%")}
          {number("y", "%")}
        </FormLayout.Group>
        <FormLayout.Group condensed>
          {number("width", "%")}
          {number("height", "%")}
        </FormLayout.Group>
        <Note>{TEXTS.boxHelp}</Note>
        <FormLayout.Group condensed>
          <Select
            label={TEXTS.fields.font}
            options={Object.entries(TEXT_FONTS).map(([value, label]) => ({ value, label }))}
            value={draft.font}
            onChange={(font) => change({ font: font as TextFont })}
          />
          <Select
            label={TEXTS.fields.align}
            options={TEXT_ALIGNS.map((value) => ({ value, label: TEXTS.aligns[value] }))}
            value={draft.align}
            onChange={(align) => change({ align: align as TextAlign })}
          />
        </FormLayout.Group>
        <FormLayout.Group condensed>
          <Select
            label={TEXTS.sizing}
            options={[
              { value: "fit", label: TEXTS.fit },
              { value: "fixed", label: TEXTS.fixed },
            ]}
            value={draft.isFixed ? "fixed" : "fit"}
            onChange={(value) => change({ isFixed: value === "fixed" })}
          />
          {draft.isFixed ? number("size", TEXTS.ofHeight) : number("smallest", TEXTS.ofHeight)}
        </FormLayout.Group>
        <TextField
          label={TEXTS.fields.color}
          autoComplete="off"
          value={draft.color}
          error={problemText("color", problems.color)}
          prefix={<Swatch color={draft.color.trim()} />}
          onChange={(color) => change({ color })}
        />
        <FormLayout.Group condensed>
          {number("maxLines")}
          {number("maxCharacters")}
        </FormLayout.Group>
        <Checkbox
          label={TEXTS.fields.uppercase}
          checked={draft.uppercase}
          onChange={(uppercase) => change({ uppercase })}
        />
        <Checkbox
          label={TEXTS.fields.makesFile}
          helpText={draft.makesFile ? TEXTS.makesFileOn : TEXTS.makesFileOff}
          checked={draft.makesFile}
          onChange={(makesFile) => change({ makesFile })}
        />
        {draft.makesFile && !mayAddFiles && <FileAccess />}
        <ButtonGroup>
          <Button
            variant="primary"
            loading={busy === "save"}
            disabled={denied || busy === "remove"}
            onClick={() => void send("save")}
          >
            {TEXTS.save}
          </Button>
          {side.placement && (
            <Button
              tone="critical"
              loading={busy === "remove"}
              disabled={denied || busy === "save"}
              onClick={() => void send("remove")}
            >
              {TEXTS.remove}
            </Button>
          )}
        </ButtonGroup>
      </FormLayout>
      <BlockStack gap="300">
        <TextField
          label={TEXTS.sample}
          multiline={2}
          autoComplete="off"
          value={sample}
          error={picture.refused ? refusalText(picture.refused) : undefined}
          onChange={setSample}
        />
        <SampleFrame picture={picture} alt={TEXTS.sampleAlt(TEXTS.sides[side.side])} />
      </BlockStack>
    </InlineGrid>
  );
}

function FileAccess() {
  const scope = { scope: WRITE_FILES_SCOPE, allowed: false, granted: TEXTS.accessGranted };
  const { isAllowed, requesting, failed, request } = useScopeRequest(scope);
  if (isAllowed) return null;
  return (
    <Banner
      tone="warning"
      title={TEXTS.access}
      action={{ content: TEXTS.allow, loading: requesting, onAction: request }}
    >
      <p>{failed ? TEXTS.accessFailed : TEXTS.accessText}</p>
    </Banner>
  );
}

const Swatch = ({ color }: { color: string }) => (
  <span
    style={{
      ...{ display: "block", width: 16, height: 16, borderRadius: 4, border: "1px solid var(--p-color-border)" },
      background: /^#[0-9a-f]{6}$/i.test(color) ? color : "transparent",
    }}
  />
);

interface Sample {
  /** The picture that was drawn last; null: none yet. */
  source: string | null;
  loading: boolean;
  problems: PlacementProblems;
  /** Why the text is not drawn. */
  refused: TextProblem | null;
  /** Why there is no picture, in words. */
  failure: string | null;
}

const DEBOUNCE_MS = 400;

/** Draws the sample anew a moment after the last change. The former picture stays until then. */
function useSample(path: string, body: { side: string; placement: unknown; text: string }): Sample {
  const [sample, setSample] = useState<Sample>({
    source: null,
    loading: true,
    problems: {},
    refused: null,
    failure: null,
  });
  const shown = useRef<string | null>(null);
  const asked = JSON.stringify({ intent: "draw", ...body });
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const timer = setTimeout(() => {
      setSample((before) => ({ ...before, loading: true }));
      draw(path, asked, signal).then(
        ({ picture, ...found }) => {
          if (signal.aborted) return;
          if (shown.current) URL.revokeObjectURL(shown.current);
          shown.current = picture ? URL.createObjectURL(picture) : null;
          setSample({ ...found, source: shown.current, loading: false });
        },
        () => {
          if (!signal.aborted) setSample((before) => ({ ...before, loading: false, failure: TEXTS.failed }));
        },
      );
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [path, asked]);
  useEffect(() => () => void (shown.current && URL.revokeObjectURL(shown.current)), []);
  return sample;
}

type DrawAnswer = TextsAnswer | { problem: TextProblem } | { reason: NoPreviewReason };
type Drawn = Omit<Sample, "source" | "loading"> & { picture: Blob | null };

async function draw(path: string, body: string, signal: AbortSignal): Promise<Drawn> {
  const nothing: Drawn = { picture: null, problems: {}, refused: null, failure: null };
  const response = await fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body, signal });
  if (response.headers.get("content-type")?.startsWith("image/")) return { ...nothing, picture: await response.blob() };
  const answer = (await response.json()) as DrawAnswer;
  if ("problem" in answer) return { ...nothing, refused: answer.problem };
  if ("reason" in answer) return { ...nothing, failure: NO_PREVIEW_LABELS[answer.reason] };
  if (answer.outcome === "problems") return { ...nothing, problems: answer.problems, failure: TEXTS.fixFields };
  return { ...nothing, failure: TEXTS.noArtwork };
}

/** As high before the picture comes as after. */
function SampleFrame({ picture, alt }: { picture: Sample; alt: string }) {
  const { source, loading, failure, refused } = picture;
  return (
    <Box
      borderWidth="025"
      borderColor="border"
      borderRadius="200"
      background="bg-surface-secondary"
      overflowX="hidden"
      overflowY="hidden"
    >
      <div
        style={{ position: "relative", aspectRatio: "1", display: "grid", placeItems: "center" }}
        aria-busy={loading}
      >
        {source ? (
          <img
            src={source}
            alt={alt}
            style={{ width: "100%", height: "100%", objectFit: "contain", position: "absolute" }}
          />
        ) : (
          <Text as="p" tone="subdued" alignment="center">
            {loading ? "" : (failure ?? (refused ? TEXTS.notDrawn : ""))}
          </Text>
        )}
        {loading && (
          <div style={{ position: "absolute", top: 8, right: 8 }}>
            <Spinner size="small" accessibilityLabel={TEXTS.drawing} />
          </div>
        )}
      </div>
    </Box>
  );
}

const BOUNDS: Readonly<Partial<Record<PlacementField, string>>> = {
  x: "Enter a number from 0 to 100.",
  y: "Enter a number from 0 to 100.",
  width: "Enter a number from 1 to 100.",
  height: "Enter a number from 1 to 100.",
  size: "Enter a number from 0.5 to 100, and no less than the smallest size.",
  smallest: "Enter a number from 0.5 to 100.",
  maxLines: `Enter a whole number from 1 to ${TEXT_MAX_LINES}.`,
  maxCharacters: `Enter a whole number from 1 to ${TEXT_MAX_CHARACTERS}.`,
  property: "Use at most 255 characters.",
};

function problemText(field: PlacementField, problem: PlacementProblem | undefined): string | undefined {
  if (problem === undefined) return undefined;
  if (problem === "color") return "Enter a color such as #1a2b3c.";
  if (problem === "outside") return field === "width" ? TEXTS.tooWide : TEXTS.tooHigh;
  return BOUNDS[field];
}

const TEXTS = {
  side: "Side",
  sides: { front: "Front", back: "Back" },
  fields: {
    property: "Line item property",
    x: "Box from left",
    y: "Box from top",
    width: "Box width",
    height: "Box height",
    font: "Font",
    align: "Alignment",
    size: "Size",
    smallest: "Smallest size",
    color: "Color",
    maxLines: "Most lines",
    maxCharacters: "Most characters",
    uppercase: "Uppercase",
    makesFile: "Make the print file with the text on it",
  },
  propertyHelp: "Leave it blank to draw everything the customer entered, each in a line of its own.",
  boxHelp: "In percent of the artwork's width and height. The text never leaves the box.",
  sizing: "Text size",
  fit: "As large as fits",
  fixed: "Fixed",
  ofHeight: "% of height",
  aligns: { left: "Left", center: "Center", right: "Right" },
  makesFileOn:
    "Before an order is sent, Inkbridge draws the text on the artwork and adds the print file to your store's files. The print service gets that file.",
  makesFileOff: "The picture is for your review only. The artwork is sent as it is.",
  access: "Inkbridge can't add files to your store yet",
  accessText: "Orders are held until you allow access.",
  accessFailed: "Access can't be requested right now. Try again in a moment.",
  accessGranted: "Access to files allowed",
  allow: "Allow access",
  sample: "Sample text",
  sampleText: "Anna",
  sampleAlt: (side: string) => `${side} artwork with the sample text`,
  drawing: "Drawing the sample",
  notDrawn: "The text isn't drawn",
  fixFields: "Check the marked fields",
  tooWide: "The box ends outside the artwork. Use a smaller width.",
  tooHigh: "The box ends outside the artwork. Use a smaller height.",
  save: "Save text",
  remove: "Remove text",
  saved: (orders: number) =>
    orders === 0
      ? "Text saved"
      : `Text saved. ${orders} unsent ${orders === 1 ? "order is" : "orders are"} checked again`,
  removed: "Text removed",
  noArtwork: "Map artwork for this side first",
  failed: "Inkbridge couldn't be reached. Try again.",
} as const;
