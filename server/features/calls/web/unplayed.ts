/** Sound of an utterance as it was sent. */
export interface SentFrame {
  readonly utterance: number
  readonly sequence: number
  readonly bytes: ArrayBuffer
}

/** Frames that were sent and not reported as played: they may be lost with their connection. */
export interface Unplayed {
  sent(frame: SentFrame): void
  /** So much of an utterance was played, ms. */
  played(utterance: number, ms: number): void
  /** The player has dropped an utterance. */
  cleared(utterance: number): void
  /** Frames behind the last one that has arrived. */
  after(received: Pick<SentFrame, 'utterance' | 'sequence'> | undefined): readonly SentFrame[]
}

/** Length of a frame, ms. */
const FRAME_MS = 20

/** Frames kept at most: 10 s, after which no connection comes back. */
const MAX_FRAMES = 500

export function createUnplayed(): Unplayed {
  let frames: SentFrame[] = []

  const keep = (test: (frame: SentFrame) => boolean): void => {
    frames = frames.filter(test)
  }

  return {
    sent(frame) {
      frames.push(frame)
      if (frames.length > MAX_FRAMES) frames.shift()
    },
    played(utterance, ms) {
      keep(
        (frame) =>
          frame.utterance > utterance ||
          (frame.utterance === utterance && (frame.sequence + 1) * FRAME_MS > ms),
      )
    },
    cleared: (utterance) => keep((frame) => frame.utterance > utterance),
    after(received) {
      const { utterance, sequence } = received ?? { utterance: 0, sequence: 0 }
      return frames.filter(
        (frame) =>
          frame.utterance > utterance ||
          (frame.utterance === utterance && frame.sequence > sequence),
      )
    },
  }
}
