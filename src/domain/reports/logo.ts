/** A picture that a report shows in its head. */
export interface Logo {
  readonly mime: 'image/png' | 'image/jpeg';
  readonly base64: string;
}

export const LOGO_LIMITS = { bytes: 200_000, pixels: 2000 } as const;

/**
 * What is wrong with a logo; null when nothing is. PNG and JPEG only, by what the bytes say: SVG can hold scripts and
 * addresses, and every writer would have to trust it.
 */
export function logoProblem({ mime, base64 }: Logo): string | null {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64) || base64.length % 4 !== 0)
    return 'a picture in base64 without line breaks';
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  if (bytes.length > LOGO_LIMITS.bytes) return `a picture of at most ${LOGO_LIMITS.bytes} bytes`;
  const size = mime === 'image/png' ? pngSize(bytes) : jpegSize(bytes);
  if (size === null) return `a picture whose bytes are ${mime}`;
  const fits = [size.width, size.height].every((pixels) => pixels >= 1 && pixels <= LOGO_LIMITS.pixels);
  return fits ? null : `a picture of at most ${LOGO_LIMITS.pixels} pixels to a side`;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

const PNG_START = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** Length and name of the first chunk, which has to be the header. */
const PNG_WIDTH_AT = 16;

function pngSize(bytes: Uint8Array): Size | null {
  if (bytes.length < PNG_WIDTH_AT + 8 || PNG_START.some((byte, index) => bytes[index] !== byte)) return null;
  if (String.fromCharCode(...bytes.subarray(12, PNG_WIDTH_AT)) !== 'IHDR') return null;
  const view = new DataView(bytes.buffer);
  return { width: view.getUint32(PNG_WIDTH_AT), height: view.getUint32(PNG_WIDTH_AT + 4) };
}

/** Frames of JPEG that writers can draw: baseline, extended and progressive. */
const JPEG_FRAMES = new Set([0xc0, 0xc1, 0xc2]);

function jpegSize(bytes: Uint8Array): Size | null {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return null;
  const view = new DataView(bytes.buffer);
  let at = 2;
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    if (JPEG_FRAMES.has(marker)) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    const length = view.getUint16(at + 2);
    if (length < 2) return null;
    at += 2 + length;
  }
  return null;
}
