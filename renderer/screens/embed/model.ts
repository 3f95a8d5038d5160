import { computed, signal } from '@preact/signals'
import type { ChatMode, Embedding } from '#contracts/assistant-embedding.ts'
import type { Assistant } from '#contracts/assistants.ts'
import { isColor, isOffset, type Look } from '#contracts/widget-look.ts'
import { type Api, explain } from '../../app/api.ts'
import { desktopApp } from '../../app/desktop/desktop.ts'
import { isSame } from '../../app/same.ts'
import { createAnswerPackModel } from './answer-pack-model.ts'
import { type Mistakes, mistakesOf } from './check.ts'
import { type Draft, draftOf, mergedWith, storedOf, triedOf } from './draft.ts'
import { createIdentityModel } from './identity-model.ts'
import { createSiteCheckModel } from './site-check-model.ts'
import { createWebsitesModel } from './websites-model.ts'

export type EmbedModel = ReturnType<typeof createEmbedModel>

/** Result of a save. */
type Saved = 'saved' | 'refused' | 'failed'

/** Fields validated while typing; all others on save. */
const VALIDATED_WHILE_TYPING = ['color', 'offset_x', 'offset_y']

/** Configuration of an assistant for websites: look, features, allowed websites and the embed code. */
export function createEmbedModel(api: Api, id: number) {
  const params = { id }
  const embedding = signal<Embedding>()
  const assistant = signal<Assistant>()
  const error = signal<string>()
  const notice = signal<string>()
  const busy = signal<'settings' | 'activate' | 'privacy' | 'mode'>()
  const draft = signal<Draft>(draftOf({}))
  const stored = computed(() => draftOf(assistant.value?.widget_settings ?? {}))
  /** True after an attempt to save, from which on all errors are shown. */
  const hasTried = signal(false)
  const mistakes = computed(() => mistakesOf(draft.value))

  async function open(): Promise<void> {
    error.value = undefined
    try {
      const [found, its] = await Promise.all([
        api.getAssistant({ params }),
        api.getEmbedding({ params }),
      ])
      assistant.value = found
      draft.value = stored.value
      embedding.value = its
    } catch (failure) {
      error.value = explain(failure)
    }
  }

  /** Runs one operation at a time. */
  async function doing(
    what: NonNullable<typeof busy.value>,
    work: () => Promise<void>,
  ): Promise<boolean> {
    if (busy.value) return false
    busy.value = what
    notice.value = undefined
    try {
      await work()
      return true
    } catch (failure) {
      notice.value = explain(failure)
      return false
    } finally {
      busy.value = undefined
    }
  }

  /** Saves the settings for all websites; settings written by other programs are kept. */
  async function save(): Promise<Saved> {
    hasTried.value = true
    if (Object.keys(mistakes.value).length > 0) return 'refused'
    const isSaved = await doing('settings', async () => {
      const saved = draft.value
      const { widget_settings: before } = await api.getAssistant({ params })
      const widget_settings = mergedWith(before, saved)
      await api.updateAssistant({ params, body: { widget_settings } })
      assistant.value = await api.getAssistant({ params })
      hasTried.value = false
      // Saved variables keep their names.
      const form = draft.value.form.map((field) => ({ ...field, isNamedByLabel: false }))
      draft.value = { ...draft.value, form }
    })
    return isSaved ? 'saved' : 'failed'
  }

  /** Settings saved together with the websites. */
  function setEmbedding(
    what: 'privacy' | 'mode',
    part: { draft_preview: boolean } | { chat_mode: ChatMode },
  ): Promise<boolean> {
    return doing(what, async () => {
      const allowed_origins = embedding.value?.allowed_origins ?? []
      const body = { allowed_origins, ...part }
      embedding.value = await api.updateEmbedding({ params, body })
    })
  }

  return {
    embedding,
    assistant,
    error,
    /** Error of a change. */
    notice,
    busy,
    draft,
    hasChanged: computed(() => !isSame(storedOf(draft.value), storedOf(stored.value))),
    /** Visible errors. */
    mistakes: computed<Mistakes>(() =>
      hasTried.value
        ? mistakes.value
        : Object.fromEntries(
            Object.entries(mistakes.value).filter(([place]) =>
              VALIDATED_WHILE_TYPING.includes(place),
            ),
          ),
    ),
    /** The last valid look; incomplete input is ignored. */
    look: computed<Look>(() => {
      const { color, offset_x, offset_y } = draft.value
      return {
        ...draft.value,
        color: isColor(color) ? color : stored.value.color,
        offset_x: isOffset(offset_x) ? offset_x : stored.value.offset_x,
        offset_y: isOffset(offset_y) ? offset_y : stored.value.offset_y,
      }
    }),
    /** The settings as they would be stored now, for the preview. */
    tried: computed(() => triedOf(draft.value)),
    websites: createWebsitesModel({ api, id, embedding }),
    siteCheck: createSiteCheckModel({
      api,
      id,
      origins: computed(() => embedding.value?.allowed_origins ?? []),
      desktop: desktopApp(),
    }),
    identity: createIdentityModel(api, id),
    id,
    answers: createAnswerPackModel(api, id),
    open,
    /** Stores the assistant's picture, or removes it. */
    async setPicture(file: File | null): Promise<void> {
      const { data } = file
        ? await api.setAssistantPicture({ params, body: { file } })
        : await api.deleteAssistantPicture({ params })
      embedding.value = { ...embedding.value!, ...data }
    },
    change(part: Partial<Draft>): void {
      draft.value = { ...draft.value, ...part }
    },
    /** Discards all changes; the returned function restores them. */
    discard(): () => void {
      const before = draft.value
      hasTried.value = false
      draft.value = stored.value
      return () => {
        draft.value = before
      }
    },
    save,
    /** True if operators see what a visitor types before it is sent. */
    setDraftPreview: (draft_preview: boolean) => setEmbedding('privacy', { draft_preview }),
    /** Mode of new chats: answered by the assistant, or with an operator's approval. */
    setChatMode: (chat_mode: ChatMode) => setEmbedding('mode', { chat_mode }),
    activate(): Promise<boolean> {
      return doing('activate', async () => {
        const { data } = await api.activateAssistant({ params })
        if (assistant.value) assistant.value = { ...assistant.value, status: data.status }
      })
    },
  }
}
