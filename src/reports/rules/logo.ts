import { isWholePng, pngSize } from './png.ts';

/** A picture that a report shows in its head. */
export interface Logo {
  readonly mime: 'image/png' | 'image/jpeg';
  readonly base64: string;
}

export const LOGO_LIMITS = { bytes: 200_000, pixels: 2000 } as const;

/**
 * Problem of a logo; null when it has none. Only PNG and JPEG, recognised by their bytes, are accepted. SVG can hold
 * scripts and addresses, and every writer would have to trust it. Heads and lengths are read here, because decoders
 * hold the thread for longer than anything else may: jpeg-js 0.9 s and pngjs 0.3 s for the four million pixels of the
 * limit.
 */
export function logoProblem({ mime, base64 }: Logo): string | null {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64) || base64.length % 4 !== 0)
    return 'a picture in base64 without line breaks';
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  if (bytes.length > LOGO_LIMITS.bytes) return `a picture of at most ${LOGO_LIMITS.bytes} bytes`;
  const isPng = mime === 'image/png';
  const size = isPng ? pngSize(bytes) : jpegSize(bytes);
  if (size === null) return `a picture whose bytes are ${mime}`;
  const fits = [size.width, size.height].every((pixels) => pixels >= 1 && pixels <= LOGO_LIMITS.pixels);
  if (!fits) return `a picture of at most ${LOGO_LIMITS.pixels} pixels to a side`;
  return (isPng ? isWholePng(bytes) : isWholeJpeg(bytes)) ? null : `a picture of ${mime} that can be decoded`;
}

interface Segment {
  readonly marker: number;
  /** Position of the segment's length, which precedes its data. */
  readonly at: number;
}

/** Frames of JPEG that writers can draw: baseline, extended and progressive. */
const JPEG_FRAMES = new Set([0xc0, 0xc1, 0xc2]);
const JPEG_SCAN = 0xda;
/** Numbers of components: grey, colours, and colours of print. */
const JPEG_COMPONENTS = new Set([1, 3, 4]);

/** Segments of a JPEG up to its first pixels, or to the first damaged segment. */
function jpegSegments(bytes: Uint8Array): readonly Segment[] {
  const segments: Segment[] = [];
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return segments;
  const view = new DataView(bytes.buffer);
  let at = 2;
  while (at + 4 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    const length = view.getUint16(at + 2);
    if (length < 2 || at + 2 + length > bytes.length) break;
    segments.push({ marker, at: at + 2 });
    if (marker === JPEG_SCAN) break;
    at += 2 + length;
  }
  return segments;
}

/** Bytes of a frame's head: length, bits, height, width and components. */
const FRAME_BYTES = 8;

function jpegSize(bytes: Uint8Array): { readonly width: number; readonly height: number } | null {
  const view = new DataView(bytes.buffer);
  const frame = jpegSegments(bytes).find(({ marker }) => JPEG_FRAMES.has(marker));
  if (frame === undefined || view.getUint16(frame.at) < FRAME_BYTES) return null;
  return { height: view.getUint16(frame.at + 3), width: view.getUint16(frame.at + 5) };
}

/** True when the file has one frame that writers can draw, then pixels, then an end. */
function isWholeJpeg(bytes: Uint8Array): boolean {
  const segments = jpegSegments(bytes);
  // Tables of Huffman codes have markers among these, but are no frames.
  const frames = segments.filter(({ marker }) => marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4);
  const [frame] = frames;
  const scan = segments.at(-1);
  if (frame === undefined || frames.length > 1 || scan?.marker !== JPEG_SCAN) return false;
  const view = new DataView(bytes.buffer);
  const components = bytes[frame.at + 7] ?? 0;
  if (bytes[frame.at + 2] !== 8 || !JPEG_COMPONENTS.has(components)) return false;
  if (view.getUint16(frame.at) !== FRAME_BYTES + 3 * components) return false;
  const pixelsAt = scan.at + view.getUint16(scan.at);
  return bytes.some((byte, at) => at > pixelsAt && byte === 0xd9 && bytes[at - 1] === 0xff);
}
