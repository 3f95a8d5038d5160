import type { Run } from './run.ts'

/** A voice of the operating system. */
export interface OsVoiceEntry {
  /** Name under which the program knows it. */
  readonly id: string
  readonly name: string
  /** BCP 47. */
  readonly language: string
  /** Undefined if the system does not report it. */
  readonly gender?: 'male' | 'female' | undefined
}

/** A text and the voice to speak it. */
export interface Spoken {
  readonly text: string
  readonly voice: OsVoiceEntry
  /** 1 is the voice's normal speed. */
  readonly speed: number
}

/** Sample rate of audio without a header, Hz. */
export const BARE_RATE = 22_050

/** Speech programs of one operating system. */
export interface System {
  list(run: Run, signal: AbortSignal): Promise<OsVoiceEntry[]>
  /** Returns a WAV file of 16-bit mono samples, or bare samples at `BARE_RATE`. */
  speak(run: Run, spoken: Spoken, signal: AbortSignal): Promise<Buffer>
}
