import { computed, signal } from '@preact/signals'
import {
  type Assistant,
  activateAssistant,
  getAssistant,
  updateAssistant,
} from '#contracts/assistants.ts'
import type { Call } from '#contracts/client.ts'
import {
  type ChatMode,
  type Embedding,
  getEmbedding,
  updateEmbedding,
} from '#contracts/embedding.ts'
import { explain, fieldErrors } from '../../api.ts'
import { embedTexts } from '../../texts/embed.ts'
import { DEFAULT_LOOK, isColor, isSameLook, type Look, lookOf } from './look.ts'

export type EmbedModel = ReturnType<typeof createEmbedModel>

/** Putting an assistant on websites: how it looks there, which may show it, and its tag. */
export function createEmbedModel(call: Call, id: number) {
  const params = { id }
  const embedding = signal<Embedding>()
  const assistant = signal<Assistant>()
  const error = signal<string>()
  const notice = signal<string>()
  const busy = signal<'look' | 'origins' | 'activate' | 'privacy' | 'mode'>()
  const look = signal<Look>(DEFAULT_LOOK)
  /** The origin that is being typed. */
  const draft = signal('')
  const draftError = signal<string>()
  const stored = computed(() => lookOf(assistant.value?.widget_settings ?? {}))

  async function open(): Promise<void> {
    error.value = undefined
    try {
      const [found, its] = await Promise.all([
        call(getAssistant, { params }),
        call(getEmbedding, { params }),
      ])
      assistant.value = found
      look.value = stored.value
      embedding.value = its
    } catch (failure) {
      error.value = explain(failure)
    }
  }

  /** Does one thing at a time; what goes wrong is said by `refuse`. */
  async function doing(
    what: NonNullable<typeof busy.value>,
    work: () => Promise<void>,
    refuse: (failure: unknown) => void = (failure) => {
      notice.value = explain(failure)
    },
  ): Promise<boolean> {
    if (busy.value) return false
    busy.value = what
    notice.value = undefined
    try {
      await work()
      return true
    } catch (failure) {
      refuse(failure)
      return false
    } finally {
      busy.value = undefined
    }
  }

  /** Keeps the look for everybody whose tag says nothing else. */
  function saveLook(): Promise<boolean> {
    return doing('look', async () => {
      const widget_settings = { ...assistant.value?.widget_settings, ...look.value }
      await call(updateAssistant, { params, body: { widget_settings } })
      assistant.value = await call(getAssistant, { params })
    })
  }

  /** Whether the desk sees what a visitor types before it is sent. */
  function setDraftPreview(draft_preview: boolean): Promise<boolean> {
    return doing('privacy', async () => {
      const allowed_origins = embedding.value?.allowed_origins ?? []
      const body = { allowed_origins, draft_preview }
      embedding.value = await call(updateEmbedding, { params, body })
    })
  }

  /** Whether new chats begin with the assistant, or with a person who approves. */
  function setChatMode(chat_mode: ChatMode): Promise<boolean> {
    return doing('mode', async () => {
      const allowed_origins = embedding.value?.allowed_origins ?? []
      embedding.value = await call(updateEmbedding, {
        params,
        body: { allowed_origins, chat_mode },
      })
    })
  }

  function activate(): Promise<boolean> {
    return doing('activate', async () => {
      const { data } = await call(activateAssistant, { params })
      if (assistant.value) assistant.value = { ...assistant.value, status: data.status }
    })
  }

  /** Adds what is typed; true when it is in the list now. */
  async function add(): Promise<boolean> {
    const origins = embedding.value?.allowed_origins ?? []
    const origin = originOf(draft.value)
    if (origin === undefined || origins.includes(origin)) {
      draftError.value = origin === undefined ? embedTexts.noAddress : embedTexts.listed
      return false
    }
    if (!(await saveOrigins([...origins, origin]))) return false
    draft.value = ''
    return true
  }

  function saveOrigins(allowed_origins: string[]): Promise<boolean> {
    draftError.value = undefined
    return doing(
      'origins',
      async () => {
        embedding.value = await call(updateEmbedding, { params, body: { allowed_origins } })
      },
      (failure) => {
        draftError.value = Object.values(fieldErrors(failure) ?? {})[0] ?? explain(failure)
      },
    )
  }

  return {
    embedding,
    assistant,
    error,
    /** What went wrong with a change. */
    notice,
    busy,
    look,
    hasChanged: computed(() => !isSameLook(look.value, stored.value)),
    colorError: computed(() => (isColor(look.value.color) ? undefined : embedTexts.noColor)),
    /** The look that can be shown: a half-typed colour is not. */
    shown: computed(() =>
      isColor(look.value.color) ? look.value : { ...look.value, color: stored.value.color },
    ),
    draft,
    draftError,
    open,
    change(part: Partial<Look>): void {
      look.value = { ...look.value, ...part }
    },
    discard(): void {
      look.value = stored.value
    },
    saveLook,
    setDraftPreview,
    setChatMode,
    activate,
    add,
    remove: (origin: string) =>
      saveOrigins((embedding.value?.allowed_origins ?? []).filter((other) => other !== origin)),
    edit(text: string): void {
      draft.value = text
      draftError.value = undefined
    },
  }
}

/** The exact origin of an address as people type it: with a path, or without `https://`. */
export function originOf(text: string): string | undefined {
  const typed = text.trim()
  if (typed === '' || /\s/.test(typed)) return undefined
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`)
  return url && /^https?:$/.test(url.protocol) && url.hostname !== '' ? url.origin : undefined
}
