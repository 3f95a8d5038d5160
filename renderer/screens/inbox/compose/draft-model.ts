import { signal } from '@preact/signals'
import { MAX_DRAFT } from '#contracts/constants.ts'
import type { Draft, DraftKind } from '#contracts/drafts.ts'
import type { Api } from '../../../app/api.ts'
import type { Live, LiveEvent } from '../../../app/live.ts'
import { type Keep, write } from '../../../app/storage.ts'

interface Needs {
  readonly api: Api
  readonly live: Pick<Live, 'subscribe'>
  readonly storage: Keep
  readonly conversation: string
  readonly kind: DraftKind
  /** Id of the signed-in operator, once known. */
  readonly me: () => number | undefined
}

/** Local draft that may not have been saved to the server yet. */
interface Local {
  readonly text: string
  readonly at: string
}

/** Debounce of saving while typing, ms. */
const PAUSE = 800
/** Delay before retrying a failed save, ms. */
const RETRY_MS = 5000

export type DraftModel = ReturnType<typeof createDraftModel>

/**
 * Draft of a conversation. The server stores it for all devices; this device stores what the server does not have yet.
 * If they differ, the newer one wins, and the other can be restored.
 */
export function createDraftModel({ api, live, storage, conversation, kind, me }: Needs) {
  const key = `parley.draft.${kind}.${conversation}`
  const kept = readLocal(storage, key)
  const text = signal(kept?.text ?? '')
  const state = signal<'saved' | 'unsaved' | 'offline'>(kept ? 'unsaved' : 'saved')
  /** Draft from another device that was replaced. */
  const other = signal<string>()
  const params = { uuid: conversation, kind }
  let timer: ReturnType<typeof setTimeout> | undefined
  let saving: Promise<void> | undefined
  /** The server's draft; undefined while unknown. */
  let savedText: string | undefined = ''
  let isClosed = false

  const unsubscribe = live.subscribe(handleEvent)

  function type(value: string): void {
    text.value = value
    state.value = 'unsaved'
    if (value === '') storage.removeItem(key)
    else write(storage, key, JSON.stringify({ text: value, at: new Date().toISOString() }))
    plan(PAUSE)
  }

  function plan(ms: number): void {
    clearTimeout(timer)
    timer = setTimeout(() => void save(), ms)
  }

  /** Saves are serialized, so that the last text wins. */
  async function save(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    await saving
    if (state.value === 'saved') return
    saving = saveNow()
    await saving
    saving = undefined
  }

  async function saveNow(): Promise<void> {
    const content = [...text.value].slice(0, MAX_DRAFT).join('').toWellFormed()
    const isSame = () => text.value.slice(0, content.length) === content
    if (content !== savedText) {
      try {
        await api.saveDraft({ params, body: { content } })
        savedText = content
      } catch {
        state.value = 'offline'
        if (!isClosed) plan(RETRY_MS)
        return
      }
    }
    if (!isSame()) return
    state.value = 'saved'
    storage.removeItem(key)
  }

  /** Adopts the server's drafts. */
  function adopt(drafts: readonly Draft[]): void {
    const draft = drafts.find((one) => one.kind === kind)
    const theirs = draft?.content ?? ''
    savedText = theirs
    if (state.value === 'saved') {
      text.value = theirs
      return
    }
    if (theirs === text.value) return void save()
    const local = readLocal(storage, key)
    const isLocalNewer = !draft || (local?.at ?? '') >= draft.updated_at
    if (isLocalNewer) {
      if (theirs !== '') other.value = theirs
      plan(0)
      return
    }
    other.value = text.value
    text.value = theirs
    state.value = 'saved'
    storage.removeItem(key)
  }

  /** The same operator has edited or sent the draft on another device. */
  function handleEvent({ type, data }: LiveEvent): void {
    if (type !== 'drafting' || data.conversation_id !== conversation) return
    if (data.kind !== kind || data.by.id !== me() || state.value !== 'saved' || saving) return
    api.getDrafts({ params: { uuid: conversation } }).then(
      ({ data: drafts }) => {
        if (state.value === 'saved' && !isClosed) adopt(drafts)
      },
      () => undefined,
    )
  }

  const leave = () => void save()
  addEventListener('pagehide', leave)

  return {
    text,
    /** True if the server has the current text. */
    state,
    other,
    type,
    adopt,
    /**
     * Takes the text out of the draft for sending. Saving is paused until it is done: the server deletes the draft in
     * the transaction that sends it, and text typed in the meantime must be saved afterwards.
     */
    async sendAway(send: () => Promise<boolean>): Promise<void> {
      clearTimeout(timer)
      const before = saving
      text.value = ''
      state.value = 'saved'
      other.value = undefined
      storage.removeItem(key)
      const over = Promise.withResolvers<void>()
      saving = over.promise
      await before
      const isSent = await send()
      over.resolve()
      if (saving === over.promise) saving = undefined
      savedText = isSent ? '' : undefined
      if (isSent || state.value !== 'saved') return
      // The server still has the draft; locally it waits to be sent again.
      state.value = 'unsaved'
      plan(0)
    },
    useOther(): void {
      const mine = text.value
      if (other.value === undefined) return
      type(other.value)
      other.value = mine === '' ? undefined : mine
    },
    dismissOther(): void {
      other.value = undefined
    },
    stop(): void {
      isClosed = true
      unsubscribe()
      removeEventListener('pagehide', leave)
      void save()
    },
  }
}

function readLocal(storage: Keep, key: string): Local | undefined {
  try {
    const value: unknown = JSON.parse(storage.getItem(key) ?? 'null')
    if (typeof value !== 'object' || value === null) return undefined
    const { text, at } = value as Partial<Local>
    return typeof text === 'string' && typeof at === 'string' ? { text, at } : undefined
  } catch {
    return undefined
  }
}
