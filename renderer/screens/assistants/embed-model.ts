import { signal } from '@preact/signals'
import type { Assistant } from '#contracts/assistants.ts'
import type { Call } from '#contracts/client.ts'
import { type Embedding, getEmbedding, updateEmbedding } from '#contracts/embedding.ts'
import { explain, fieldErrors } from '../../api.ts'
import { findAssistant } from './find-assistant.ts'

export type EmbedModel = ReturnType<typeof createEmbedModel>

/** Putting an assistant on websites: its tag, and the list of those that may show it. */
export function createEmbedModel(call: Call, id: number) {
  const params = { id }
  const embedding = signal<Embedding>()
  const assistant = signal<Assistant>()
  const error = signal<string>()
  const busy = signal(false)
  /** The origin that is being typed. */
  const draft = signal('')
  const draftError = signal<string>()

  async function open(): Promise<void> {
    error.value = undefined
    try {
      const [found, its] = await Promise.all([
        findAssistant(call, id),
        call(getEmbedding, { params }),
      ])
      assistant.value = found
      embedding.value = its
    } catch (failure) {
      error.value = explain(failure)
    }
  }

  /** Adds what is typed; true when it is in the list now. */
  async function add(): Promise<boolean> {
    const origins = embedding.value?.allowed_origins ?? []
    const origin = originOf(draft.value)
    if (origin === undefined) {
      draftError.value = 'Write the website’s address, such as https://www.example.com'
      return false
    }
    if (origins.includes(origin)) {
      draftError.value = 'This website is in the list already.'
      return false
    }
    if (!(await save([...origins, origin]))) return false
    draft.value = ''
    return true
  }

  function remove(origin: string): Promise<boolean> {
    const origins = embedding.value?.allowed_origins ?? []
    return save(origins.filter((other) => other !== origin))
  }

  async function save(origins: string[]): Promise<boolean> {
    if (busy.value) return false
    busy.value = true
    draftError.value = undefined
    try {
      const body = { allowed_origins: origins }
      embedding.value = await call(updateEmbedding, { params, body })
      return true
    } catch (failure) {
      draftError.value = Object.values(fieldErrors(failure) ?? {})[0] ?? explain(failure)
      return false
    } finally {
      busy.value = false
    }
  }

  function edit(text: string): void {
    draft.value = text
    draftError.value = undefined
  }

  return { embedding, assistant, error, busy, draft, draftError, open, add, remove, edit }
}

/** The exact origin of an address as people type it: with a path, or without `https://`. */
export function originOf(text: string): string | undefined {
  const typed = text.trim()
  if (typed === '' || /\s/.test(typed)) return undefined
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`)
  return url && /^https?:$/.test(url.protocol) && url.hostname !== '' ? url.origin : undefined
}
