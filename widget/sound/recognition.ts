/** The part of the browser's SpeechRecognition used here, which the DOM types lack. */
interface Recogniser {
  lang: string
  continuous: boolean
  interimResults: boolean
  processLocally?: boolean
  onresult: ((event: RecognitionEvent) => void) | null
  onerror: ((event: { readonly error: string }) => void) | null
  onend: (() => void) | null
  start(): void
  abort(): void
}

interface RecognitionEvent {
  readonly resultIndex: number
  readonly results: ArrayLike<{
    readonly isFinal: boolean
    readonly 0: { readonly transcript: string }
  }>
}

interface RecogniserClass {
  new (): Recogniser
  /** Resolves with `available` if the language is recognised on the device. */
  available?(options: { langs: string[]; processLocally: boolean }): Promise<string>
}

interface RecognitionOptions {
  /** BCP 47. */
  readonly language: string
  /** Called with the visitor's words; words that are not final may still change. */
  onWords(text: string, isFinal: boolean): void
  /** Called once if the browser turns out not to recognise speech. */
  onFail(): void
}

/** Permanent errors: retrying is pointless. */
const PERMANENT_ERRORS = ['not-allowed', 'service-not-allowed', 'language-not-supported', 'network']

const recogniserClass = (): RecogniserClass | undefined => {
  const page = globalThis as { SpeechRecognition?: unknown; webkitSpeechRecognition?: unknown }
  return (page.SpeechRecognition ?? page.webkitSpeechRecognition) as RecogniserClass | undefined
}

/** Reports whether the browser recognises speech. */
export const canRecognise = (): boolean => recogniserClass() !== undefined

/** Recognises the visitor's speech: on the device if possible, otherwise with the browser vendor's service. */
export function createRecognition({ language, onWords, onFail }: RecognitionOptions) {
  let recogniser: Recogniser | undefined
  let isStarted = false
  let isOver = false

  async function open(Class: RecogniserClass): Promise<void> {
    const langs = [language]
    const local = await Class.available?.({ langs, processLocally: true }).catch(() => undefined)
    if (isOver) return
    recogniser = new Class()
    recogniser.lang = language
    recogniser.continuous = true
    recogniser.interimResults = true
    if (local === 'available') recogniser.processLocally = true
    recogniser.onresult = ({ resultIndex, results }) => {
      for (let index = resultIndex; index < results.length; index += 1) {
        const { 0: best, isFinal } = results[index]!
        onWords(best.transcript.slice(0, 2000), isFinal)
      }
    }
    recogniser.onerror = ({ error }) => {
      if (!isOver && PERMANENT_ERRORS.includes(error)) fail()
    }
    // Browsers end recognition after a silence.
    recogniser.onend = () => {
      if (!isOver) recogniser!.start()
    }
    recogniser.start()
  }

  function fail(): void {
    stop()
    onFail()
  }

  function stop(): void {
    isOver = true
    recogniser?.abort()
  }

  return {
    /** Starts recognition; repeated calls have no effect. */
    start(): void {
      if (isStarted) return
      isStarted = true
      const Class = recogniserClass()
      if (Class) open(Class).catch(fail)
      else fail()
    },
    stop,
  }
}
