/** A companding law for 16-bit samples in 8 bits (ITU-T G.711), bit-exact with the reference code of ITU-T G.191. */
export interface Companding {
  encode(pcm: Int16Array): Uint8Array
  decode(codes: Uint8Array): Int16Array
  /** The code of silence. */
  readonly silence: number
}

function companding(
  encode: (sample: number) => number,
  decode: (code: number) => number,
): Companding {
  const decoded = Int16Array.from({ length: 256 }, (_, code) => decode(code))
  return {
    silence: encode(0),
    encode(pcm) {
      const codes = new Uint8Array(pcm.length)
      for (let at = 0; at < pcm.length; at += 1) codes[at] = encode(pcm[at]!)
      return codes
    },
    decode(codes) {
      const pcm = new Int16Array(codes.length)
      for (let at = 0; at < codes.length; at += 1) pcm[at] = decoded[codes[at]!]!
      return pcm
    },
  }
}

/** Aligns the segments of mu-law with powers of two: 33 in the 14 bits of G.711. */
const BIAS = 132

/** Sign, segment (3 bits) and step within it (4 bits), all inverted; the magnitude of -1 is 0, as in G.191. */
function encodeMuLaw(sample: number): number {
  const magnitude = Math.min((sample ^ (sample >> 31)) + BIAS, 32_767)
  const segment = 24 - Math.clz32(magnitude)
  const code = (segment << 4) | ((magnitude >> (segment + 3)) & 15)
  return (sample < 0 ? code : code | 0x80) ^ 0x7f
}

function decodeMuLaw(code: number): number {
  const segment = (~code >> 4) & 7
  const magnitude = ((((~code & 15) << 3) + BIAS) << segment) - BIAS
  return code & 0x80 ? magnitude : -magnitude
}

/** Alternate bits of A-law codes are inverted. */
const TOGGLED = 0x55

function encodeALaw(sample: number): number {
  const magnitude = (sample ^ (sample >> 31)) >> 4
  const segment = Math.max(0, 28 - Math.clz32(magnitude))
  const step = segment === 0 ? magnitude : (segment << 4) | ((magnitude >> (segment - 1)) & 15)
  return (sample < 0 ? step : step | 0x80) ^ TOGGLED
}

function decodeALaw(code: number): number {
  const step = (code ^ TOGGLED) & 0x7f
  const segment = step >> 4
  const within = ((step & 15) << 4) + 8
  const magnitude = segment === 0 ? within : (within + 256) << (segment - 1)
  return code & 0x80 ? magnitude : -magnitude
}

/** Mu-law: telephone networks of North America and Japan, and the media streams of telephone providers. */
export const muLaw: Companding = companding(encodeMuLaw, decodeMuLaw)

/** A-law: telephone networks elsewhere. */
export const aLaw: Companding = companding(encodeALaw, decodeALaw)
