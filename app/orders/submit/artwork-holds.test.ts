import { describe, expect, it } from "vitest";
import type { ArtworkCheckResult } from "../../ports/artwork.ts";
import { gidOf } from "../../ports/gid.ts";
import type { PrintOrder } from "../../ports/order-model.ts";
import { checkArtworkFiles, readLinks } from "./artwork-holds.ts";

const LINES = [gidOf("LineItem", "1"), gidOf("LineItem", "2")];
const FRONT = "https://art.example/front.png";
const BACK = "https://art.example/back.png";
const file = (sha256: string) => ({ sha256, bytes: 10, pixels: null }) as never;
const image = (sha256 = "a"): ArtworkCheckResult => ({ ok: true, type: "image/png", file: file(sha256) });
const gone = { ok: false, reason: "not_found" } as unknown as ArtworkCheckResult;

const payload = (...items: { artworkFront: string; artworkBack?: string }[]) =>
  ({ items: items.map((item) => ({ artworkBack: "", ...item })) }) as PrintOrder;

interface Judged {
  answers: [string, ArtworkCheckResult][];
  replaced?: [string, string][];
  basis?: string;
}

const judge = (of: PrintOrder, { answers, replaced = [], basis = "content" }: Judged) =>
  checkArtworkFiles(new Map(answers), new Map(replaced), { payload: of, lines: LINES, basis });

describe("the links of an order", () => {
  it("are each read once, whatever number of items has them; an empty one is none", async () => {
    const asked: string[] = [];
    const artwork = { check: (link: string) => Promise.resolve(void asked.push(link)).then(() => image()) };
    const answers = await readLinks({ artwork }, payload({ artworkFront: FRONT }, { artworkFront: FRONT }));
    expect(asked).toEqual([FRONT]);
    expect([...answers.keys()]).toEqual([FRONT]);
  });

  it("are no longer read once eight of them returned no image", async () => {
    let asked = 0;
    const artwork = { check: () => Promise.resolve(void (asked += 1)).then(() => gone) };
    const links = Array.from({ length: 40 }, (_, at) => ({ artworkFront: `https://art.example/${at}.png` }));
    const answers = await readLinks({ artwork }, payload(...links));
    // Those that were under way at the same time have their answers, too.
    expect(asked).toBeGreaterThanOrEqual(8);
    expect(asked).toBeLessThan(8 + 4);
    expect(answers.size).toBe(asked);
  });
});

describe("artwork", () => {
  it("that is there holds nothing, and is noted by its item and side", () => {
    const answers: [string, ArtworkCheckResult][] = [
      [FRONT, image("f")],
      [BACK, image("b")],
    ];
    const { holds, files } = judge(payload({ artworkFront: FRONT, artworkBack: BACK }), { answers });
    expect(holds).toEqual([]);
    expect(files).toEqual([
      { position: 0, side: "front", sha256: "f", bytes: 10 },
      { position: 0, side: "back", sha256: "b", bytes: 10 },
    ]);
  });

  it("that returns no image holds its own line, with the reason of each side", () => {
    const { holds } = judge(payload({ artworkFront: FRONT }, { artworkFront: FRONT, artworkBack: BACK }), {
      answers: [
        [FRONT, image()],
        [BACK, gone],
      ],
    });
    expect(holds).toMatchObject([
      { code: "artwork_unreadable", subject: LINES[1], basis: "content", detail: { back: "not_found" } },
    ]);
  });

  it("that was replaced is held again for another file or another content only", () => {
    const held = (sha256: string, basis = "content") =>
      judge(payload({ artworkFront: FRONT }), {
        answers: [[FRONT, image(sha256)]],
        replaced: [[FRONT, sha256]],
        basis,
      });
    const [first] = held("new").holds;
    expect(first).toMatchObject({ code: "artwork_changed", subject: LINES[0], detail: { replaced: ["front"] } });
    const bases = [held("new"), held("newer"), held("new", "other")].map(({ holds }) => holds[0]?.basis);
    expect(bases[0]).toBe(first?.basis);
    expect(new Set(bases).size).toBe(3);
  });
});
