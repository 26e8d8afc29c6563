/** Pictures of the dev shop's goods, drawn here, so that no network is needed. */

const FOX = (x: number, y: number, size: number) =>
  `<g transform="translate(${x} ${y}) scale(${size / 100})">
    <path d="M8 6l26 22h32L92 6l4 44-46 44L4 50z" fill="#e8702a"/>
    <path d="M14 16l14 14-16 10zM86 16L72 30l16 10z" fill="#7a3413"/>
    <path d="M4 50l24-4 22 48zM96 50l-24-4-22 48z" fill="#fff4e6"/>
    <circle cx="33" cy="47" r="5" fill="#2b1a10"/><circle cx="67" cy="47" r="5" fill="#2b1a10"/>
    <path d="M42 82h16l-8 12z" fill="#2b1a10"/>
  </g>`;

const shirt = (cloth: string, edge: string) =>
  `<path d="M132 84l52-24c10 22 62 22 72 0l52 24 62 66-46 42-24-22v182H140V170l-24 22-46-42z"
    fill="${cloth}" stroke="${edge}" stroke-width="4" stroke-linejoin="round"/>
  <path d="M184 60c10 30 62 30 72 0" fill="none" stroke="${edge}" stroke-width="4"/>${FOX(165, 160, 110)}`;

const PRODUCT_IMAGES: Record<string, { ground: string; drawing: string }> = {
  "shirt-black": { ground: "#f3e9dc", drawing: shirt("#26262b", "#0e0e10") },
  "shirt-white": { ground: "#dfe8ef", drawing: shirt("#ffffff", "#c2ccd4") },
  mug: {
    ground: "#e4efe6",
    drawing: `<path d="M300 180h34c52 0 52 108 0 108h-34" fill="none" stroke="#d9dee2" stroke-width="24"/>
      <path d="M116 130h188v200c0 22-16 36-38 36H154c-22 0-38-14-38-36z" fill="#fff" stroke="#d9dee2" stroke-width="4"/>
      <ellipse cx="210" cy="130" rx="94" ry="16" fill="#eef1f3" stroke="#d9dee2" stroke-width="4"/>${FOX(155, 190, 110)}`,
  },
  candle: {
    ground: "#f6eccf",
    drawing: `<path d="M220 64c26 36 30 54 0 76-30-22-26-40 0-76z" fill="#ffb020"/>
      <path d="M220 138v34" stroke="#4a3b22" stroke-width="6"/>
      <rect x="160" y="168" width="120" height="196" rx="14" fill="#e9b949"/>
      <path d="M160 200h120M160 240h120M160 280h120M160 320h120" stroke="#d7a42f" stroke-width="6"/>`,
  },
  poster: {
    ground: "#e6e3f3",
    drawing: `<rect x="120" y="56" width="200" height="300" fill="#fff" stroke="#8f88b3" stroke-width="8"/>
      <rect x="140" y="78" width="160" height="200" fill="#27304d"/>${FOX(160, 118, 120)}
      <path d="M150 304h140M180 326h80" stroke="#27304d" stroke-width="8"/>`,
  },
  "gift-card": {
    ground: "#fbe4e4",
    drawing: `<rect x="76" y="126" width="288" height="184" rx="20" fill="#b3263b"/>
      <path d="M220 126v184M76 218h288" stroke="#f4c95d" stroke-width="18"/>
      <path d="M220 126c-60-70-110-10 0 0 110-10 60-70 0 0z" fill="none" stroke="#f4c95d" stroke-width="14"/>`,
  },
};

/** An SVG by its name, e.g. `shirt-black`; null when there is no such picture. */
export function productImage(name: string): string | null {
  const found = PRODUCT_IMAGES[name];
  if (!found) return null;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 440 420" width="880" height="840">
  <rect width="440" height="420" fill="${found.ground}"/>${found.drawing}</svg>`;
}

/** The artwork that the items are printed with, as SVG: a fox on a transparent ground. */
export function artworkDrawing(): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 120">${FOX(10, 12, 100)}</svg>`;
}
