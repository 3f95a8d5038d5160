/** One channel of a recording: audio at its positions, silence between. Positions are in samples. */
export function createTrack() {
  const pieces: Int16Array[] = []
  let length = 0
  let written = 0

  function append(pcm: Int16Array): void {
    if (pcm.length > 0) pieces.push(pcm)
    length += pcm.length
  }

  return {
    /** Position after the last audio. */
    get length() {
      return length
    },
    /** Position up to which it was read. */
    get written() {
      return written
    },
    /** Adds audio at a position at or after the end. */
    write(at: number, pcm: Int16Array): void {
      append(new Int16Array(Math.max(0, at - length)))
      append(pcm)
    },
    /** Reads the next samples; silence where there is no audio. */
    read(count: number): Int16Array {
      const out = new Int16Array(count)
      for (let filled = 0; filled < count && pieces[0]; ) {
        const part = pieces[0].subarray(0, count - filled)
        out.set(part, filled)
        filled += part.length
        if (part.length === pieces[0].length) pieces.shift()
        else pieces[0] = pieces[0].subarray(part.length)
      }
      written += count
      length = Math.max(length, written)
      return out
    },
  }
}
