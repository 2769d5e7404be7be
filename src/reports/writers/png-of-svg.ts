import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { FONT_FILES } from './fonts.ts';
import { withShapedText } from './shaped-text.ts';

/** Types of the library as used here, because the rest must build where the package is not installed. */
interface Rasteriser {
  initWasm(module: Uint8Array): Promise<void>;
  readonly Resvg: new (
    svg: string,
    options: object,
  ) => {
    render(): { readonly width: number; readonly height: number; asPng(): Uint8Array; free(): void };
    free(): void;
  };
}

/** A raster picture with its size in pixels. */
interface DottedPicture {
  readonly png: Uint8Array;
  readonly width: number;
  readonly height: number;
}

type Draw = (svg: string) => DottedPicture;

const packages = createRequire(import.meta.url);
/** Pixels for each unit of the drawing, enough for sharp letters on present screens. */
const PIXELS_PER_UNIT = 1.5;

/** One loader for each thread, because the first picture loads fonts and code. */
let loading: Promise<Draw | null> | null = null;

/**
 * Draws SVG as PNG with the fonts of the prints, without a browser. Names in the drawing never fetch an address or read
 * a file. Null: an installation leaves the package out, and a workbook without pictures is better than none.
 */
export const pngWriter = (): Promise<Draw | null> => (loading ??= loadWriter());

async function loadWriter(): Promise<Draw | null> {
  if (!isInstalled()) return null;
  const { initWasm, Resvg } = packages('@resvg/resvg-wasm') as Rasteriser; // as written down above
  await initWasm(readFileSync(packages.resolve('@resvg/resvg-wasm/index_bg.wasm')));
  const fontBuffers = [FONT_FILES.normal, FONT_FILES.bold].map((file) => readFileSync(file));
  const options = {
    background: '#ffffff',
    fitTo: { mode: 'zoom', value: PIXELS_PER_UNIT },
    font: { fontBuffers, defaultFontFamily: 'Noto Sans', sansSerifFamily: 'Noto Sans' },
  };
  return (svg) => {
    const drawing = new Resvg(withShapedText(svg), options);
    const image = drawing.render();
    try {
      return { png: image.asPng(), width: image.width, height: image.height };
    } finally {
      // The engine cannot free this memory by itself.
      image.free();
      drawing.free();
    }
  };
}

function isInstalled(): boolean {
  try {
    packages.resolve('@resvg/resvg-wasm');
    return true;
  } catch {
    return false;
  }
}
