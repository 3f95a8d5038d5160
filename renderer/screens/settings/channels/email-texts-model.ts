import { type Signal, signal } from '@preact/signals'
import type { EmailLanguage, EmailTextsOfLanguage } from '#contracts/email-texts.ts'
import { type Api, explain, showRefusal } from '../../../app/api.ts'
import { language as pageLanguage } from '../../../locales/language.ts'
import type { AssistantOption } from '../../records/assistant-options.ts'

export type EmailTextsModel = ReturnType<typeof createEmailTextsModel>

/** The sentences of an email, in the order in which they stand there. */
export const SENTENCES = ['subject', 'greeting', 'closing', 'footer'] as const
export type Sentence = (typeof SENTENCES)[number]

/** Input by sentence; empty for the standard one. */
type Texts = Readonly<Record<Sentence, string>>

interface Preview {
  readonly subject: string
  readonly text: string
  readonly pages: { readonly light: string; readonly dark: string }
}

/** Pause in typing after which the preview is renewed, ms. */
const PAUSE_MS = 400

const inputOf = (own: EmailTextsOfLanguage['own']): Texts => ({
  subject: own.subject ?? '',
  greeting: own.greeting ?? '',
  closing: own.closing ?? '',
  footer: own.footer ?? '',
})

const bodyOf = (texts: Texts) => {
  const own = (sentence: Sentence) => (texts[sentence].trim() === '' ? null : texts[sentence])
  return {
    subject: own('subject'),
    greeting: own('greeting'),
    closing: own('closing'),
    footer: own('footer'),
  }
}

/** An account's own sentences in emails, by language, with a preview of what is typed. */
export function createEmailTextsModel(api: Api, assistants: Signal<readonly AssistantOption[]>) {
  const all = signal<readonly EmailTextsOfLanguage[]>()
  const error = signal<string>()
  const language = signal<EmailLanguage>('en')
  /** Id of the assistant in the preview; empty until one is known. */
  const assistant = signal('')
  /** Unsaved input, by language. */
  const drafts = signal<Readonly<Partial<Record<EmailLanguage, Texts>>>>({})
  const preview = signal<Preview>()
  const faults = signal<Readonly<Record<string, string>>>({})
  const failure = signal<string>()
  const busy = signal(false)
  let timer: ReturnType<typeof setTimeout> | undefined
  let latest = 0

  const stored = () => all.value?.find((each) => each.language === language.value)
  const texts = (): Texts | undefined => {
    const own = stored()?.own
    return drafts.value[language.value] ?? (own && inputOf(own))
  }

  async function load(): Promise<void> {
    error.value = undefined
    try {
      const { data } = await api.listEmailTexts()
      language.value = data.find((each) => each.language === pageLanguage)?.language ?? 'en'
      all.value = data
      await renew()
    } catch (reason) {
      error.value = explain(reason)
    }
  }

  /** Shows what is typed; only the answer to the latest request counts. */
  async function renew(): Promise<void> {
    const input = texts()
    if (!input || assistant.value === '') return
    latest += 1
    const own = latest
    try {
      const body = { ...bodyOf(input), assistant_id: Number(assistant.value) }
      const shown = await api.previewEmail({ params: { language: language.value }, body })
      if (own !== latest) return
      preview.value = shown
      faults.value = {}
      failure.value = undefined
    } catch (reason) {
      if (own === latest) showRefusal(reason, faults, failure)
    }
  }

  const stop = assistants.subscribe(([first]) => {
    if (assistant.value !== '' || !first) return
    assistant.value = String(first.id)
    void renew()
  })

  /** Runs a request about the language; its failure stays next to the form. */
  async function attempt(act: (chosen: EmailLanguage) => Promise<void>): Promise<boolean> {
    if (busy.value) return false
    busy.value = true
    failure.value = undefined
    try {
      await act(language.value)
      return true
    } catch (reason) {
      showRefusal(reason, faults, failure)
      return false
    } finally {
      busy.value = false
    }
  }

  function take(saved: EmailTextsOfLanguage): void {
    all.value = all.value?.map((each) => (each.language === saved.language ? saved : each))
    drafts.value = { ...drafts.value, [saved.language]: undefined }
    faults.value = {}
    void renew()
  }

  void load()
  return {
    all,
    error,
    language,
    assistant,
    preview,
    faults,
    failure,
    busy,
    load,
    stored,
    texts,
    edit(change: Partial<Texts>): void {
      const input = texts()
      if (!input) return
      drafts.value = { ...drafts.value, [language.value]: { ...input, ...change } }
      clearTimeout(timer)
      timer = setTimeout(() => void renew(), PAUSE_MS)
    },
    choose(next: { readonly language?: EmailLanguage; readonly assistant?: string }): void {
      language.value = next.language ?? language.value
      assistant.value = next.assistant ?? assistant.value
      faults.value = {}
      void renew()
    },
    save: () =>
      attempt(async (chosen) => {
        const input = texts()
        if (!input) return
        take(await api.setEmailTexts({ params: { language: chosen }, body: bodyOf(input) }))
      }),
    reset: () =>
      attempt(async (chosen) => take(await api.resetEmailTexts({ params: { language: chosen } }))),
    /** Sends what is typed to oneself; resolves with the outcome in words. */
    async test(): Promise<{ readonly ok: boolean; readonly message: string } | undefined> {
      let outcome: { readonly ok: boolean; readonly message: string } | undefined
      await attempt(async (chosen) => {
        const input = texts()
        if (!input) return
        const body = { ...bodyOf(input), assistant_id: Number(assistant.value) }
        outcome = await api.sendTestEmail({ params: { language: chosen }, body })
      })
      return outcome
    },
    /** Stops following the list of assistants. */
    stop(): void {
      clearTimeout(timer)
      stop()
    },
  }
}
