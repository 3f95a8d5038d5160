import type { Run } from './run.ts'

/** A voice of the operating system. */
export interface OsVoiceEntry {
  /** Its name for the program that speaks. */
  readonly id: string
  readonly name: string
  /** BCP 47. */
  readonly language: string
  /** Undefined where the system does not say. */
  readonly gender?: 'male' | 'female' | undefined
}

/** A text, and the listed voice that says it. */
export interface Spoken {
  readonly text: string
  readonly voice: OsVoiceEntry
  /** 1 is the voice's own speed. */
  readonly speed: number
}

/** Rate of sound without a header, samples a second. */
export const BARE_RATE = 22_050

/** The programs of one operating system. */
export interface System {
  list(run: Run, signal: AbortSignal): Promise<OsVoiceEntry[]>
  /** Sound as a WAV file of 16-bit mono samples, or those alone at `BARE_RATE`. */
  speak(run: Run, spoken: Spoken, signal: AbortSignal): Promise<Buffer>
}
