/** A speech synthesizer or transcriber. */
export interface ProviderReference {
  readonly code: string
  readonly name: string
  /** Codes of the languages it supports. */
  readonly languages: 'all' | readonly string[]
}

/** Code of the transcriber that stands for the browser of a website caller. */
export const BROWSER = 'browser'

/** Text-to-speech. A language's default is the first that supports it. */
export const SYNTHESIZERS: readonly ProviderReference[] = [
  { code: 'sandbox', name: 'Sandbox', languages: 'all' },
]

/** Speech-to-text. A language's default is the first that supports it. */
export const TRANSCRIBERS: readonly ProviderReference[] = [
  { code: 'sandbox', name: 'Sandbox', languages: 'all' },
  { code: BROWSER, name: 'Visitor’s browser', languages: 'all' },
]
