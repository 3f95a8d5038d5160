interface Size {
  readonly width: number
  readonly height: number
}

/** Reads a picture's dimensions, so that a page can reserve space for it; undefined if the header does not contain them. */
export function pictureSize(content: Buffer, mediaType: string): Size | undefined {
  try {
    return READERS[mediaType]?.(content)
  } catch {
    // Truncated before the dimensions.
    return undefined
  }
}

const READERS: Readonly<Record<string, (content: Buffer) => Size | undefined>> = {
  'image/png': (content) => ({ width: content.readUInt32BE(16), height: content.readUInt32BE(20) }),
  'image/gif': (content) => ({ width: content.readUInt16LE(6), height: content.readUInt16LE(8) }),
  'image/jpeg': jpeg,
  'image/webp': webp,
}

/** Dimensions from the first frame header among the segments. */
function jpeg(content: Buffer): Size | undefined {
  let at = 2
  while (at + 9 < content.length && content[at] === 0xff) {
    const marker = content[at + 1]!
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame)
      return { height: content.readUInt16BE(at + 5), width: content.readUInt16BE(at + 7) }
    at += 2 + content.readUInt16BE(at + 2)
  }
  return undefined
}

function webp(content: Buffer): Size | undefined {
  switch (content.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return {
        width: content.readUInt16LE(26) & 0x3fff,
        height: content.readUInt16LE(28) & 0x3fff,
      }
    case 'VP8L': {
      const bits = content.readUInt32LE(21)
      return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 }
    }
    case 'VP8X':
      return { width: content.readUIntLE(24, 3) + 1, height: content.readUIntLE(27, 3) + 1 }
    default:
      return undefined
  }
}
