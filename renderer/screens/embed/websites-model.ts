import { type Signal, signal } from '@preact/signals'
import type { Embedding } from '#contracts/assistant-embedding.ts'
import { type Api, explain, fieldErrors } from '../../app/api.ts'
import { t } from '../../locales/translate.ts'

interface Deps {
  readonly api: Api
  readonly id: number
  readonly embedding: Signal<Embedding | undefined>
}

export type WebsitesModel = ReturnType<typeof createWebsitesModel>

/** Websites that may show the assistant. */
export function createWebsitesModel({ api, id, embedding }: Deps) {
  /** The origin being typed. */
  const draft = signal('')
  const error = signal<string>()
  const busy = signal(false)
  const origins = () => embedding.value?.allowed_origins ?? []

  /** Adds the typed origin; true on success. */
  async function add(): Promise<boolean> {
    const origin = originOf(draft.value)
    if (origin === undefined || origins().includes(origin)) {
      error.value = origin === undefined ? t('embedWebsites.noAddress') : t('embedWebsites.listed')
      return false
    }
    if (!(await save([...origins(), origin]))) return false
    draft.value = ''
    return true
  }

  async function save(allowed_origins: string[]): Promise<boolean> {
    if (busy.value) return false
    error.value = undefined
    busy.value = true
    try {
      embedding.value = await api.updateEmbedding({ params: { id }, body: { allowed_origins } })
      return true
    } catch (failure) {
      error.value = Object.values(fieldErrors(failure) ?? {})[0] ?? explain(failure)
      return false
    } finally {
      busy.value = false
    }
  }

  return {
    draft,
    error,
    busy,
    add,
    /** Allows an origin that was found elsewhere. */
    allow: (origin: string) => save([...origins(), origin]),
    remove: (origin: string) => save(origins().filter((other) => other !== origin)),
    edit(text: string): void {
      draft.value = text
      error.value = undefined
    },
  }
}

/** The origin of an address as typed: with a path, or without `https://`. */
export const originOf = (text: string): string | undefined => addressOf(text)?.origin

/** The web address that was typed, with or without `https://`. */
export function addressOf(text: string): URL | undefined {
  const typed = text.trim()
  if (typed === '' || /\s/.test(typed)) return undefined
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`)
  return url && /^https?:$/.test(url.protocol) && url.hostname !== '' ? url : undefined
}
