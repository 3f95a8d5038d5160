/** Segments of a JPEG of 64 × 64 pixels in one colour, as a browser's canvas makes it, without its profile. */
const PIXELS = Buffer.from(
  '/9j/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1xeXBkeFxlZ2P/2wBDARESEhgVGC8aGi9jQjhCY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2P/wAARCABAAEADASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAX/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFgEBAQEAAAAAAAAAAAAAAAAAAAMF/8QAFBEBAAAAAAAAAAAAAAAAAAAAAP/aAAwDAQACEQMRAD8AjALMkAAAAAAAAAAAAAAAAAAAAAAAAAAAAAB//9k=',
  'base64',
)

/** A small square picture as it is stored. */
export const CLEAN_JPEG: Uint8Array<ArrayBuffer> = new Uint8Array(PIXELS)

/** The same picture with a place and a comment in it, and a page behind it. */
export const TAGGED_JPEG: Uint8Array<ArrayBuffer> = new Uint8Array(
  Buffer.concat([
    PIXELS.subarray(0, 2),
    segment(0xe1, 'Exif\0\0GPS 52.52 13.40'),
    segment(0xfe, 'taken at home'),
    PIXELS.subarray(2),
    Buffer.from('<script>alert(1)</script>'),
  ]),
)

/** A JPEG whose header says another size. */
export function jpegOf(width: number, height: number): Uint8Array<ArrayBuffer> {
  const copy = Buffer.from(PIXELS)
  const frame = copy.indexOf(Buffer.from([0xff, 0xc0]))
  copy.writeUInt16BE(height, frame + 5)
  copy.writeUInt16BE(width, frame + 7)
  return new Uint8Array(copy)
}

function segment(marker: number, text: string): Buffer {
  const head = Buffer.from([0xff, marker, 0, text.length + 2])
  return Buffer.concat([head, Buffer.from(text, 'latin1')])
}
