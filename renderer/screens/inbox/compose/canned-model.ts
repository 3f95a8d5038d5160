import { computed, signal } from '@preact/signals'
import type { CannedReply, NewCannedReply } from '#contracts/canned-replies.ts'
import { type Api, explain, fieldErrors } from '../../../app/api.ts'
import type { Live, LiveEvent } from '../../../app/live.ts'

interface Needs {
  readonly api: Api
  readonly live: Pick<Live, 'subscribe'>
}

export type CannedModel = ReturnType<typeof createCannedModel>

/** The account's canned replies, loaded on first use and kept up to date by the stream. */
export function createCannedModel({ api, live }: Needs) {
  const all = signal<readonly CannedReply[]>([])
  const isReady = signal(false)
  const error = signal<string>()
  let loading: Promise<void> | undefined

  const stop = live.subscribe(handleEvent)

  function load(): Promise<void> {
    loading ??= read().finally(() => {
      if (!isReady.value) loading = undefined
    })
    return loading
  }

  async function read(): Promise<void> {
    error.value = undefined
    try {
      all.value = (await api.listCannedReplies()).data
      isReady.value = true
    } catch (failure) {
      error.value = explain(failure)
    }
  }

  function handleEvent({ type, data }: LiveEvent): void {
    if (type === 'canned_reply.deleted') drop(data.id)
    else if (type === 'canned_reply.created' || type === 'canned_reply.updated') put(data)
  }

  function put(reply: CannedReply): void {
    const others = all.value.filter(({ id }) => id !== reply.id)
    all.value = [...others, reply].sort((one, other) => one.shortcut.localeCompare(other.shortcut))
  }

  function drop(gone: number): void {
    all.value = all.value.filter(({ id }) => id !== gone)
  }

  return {
    all,
    isReady,
    isEmpty: computed(() => isReady.value && all.value.length === 0),
    error,
    load,
    /** Replies that match the text after `/`: by short name first, then by title and text. */
    matching: (typed: string): CannedReply[] => matching(all.value, typed),
    /** Saves a new or changed reply; returns validation errors by field, if any. */
    async save(body: NewCannedReply, id?: number): Promise<Record<string, string> | undefined> {
      try {
        const { data } =
          id === undefined
            ? await api.createCannedReply({ body })
            : await api.updateCannedReply({ params: { id }, body })
        put(data)
        return undefined
      } catch (failure) {
        return fieldErrors(failure) ?? { content: explain(failure) }
      }
    },
    /** Deletes a reply; rejects on failure. */
    async remove({ id }: CannedReply): Promise<void> {
      await api.deleteCannedReply({ params: { id } })
      drop(id)
    },
    stop,
  }
}

function matching(all: readonly CannedReply[], typed: string): CannedReply[] {
  const text = typed.trim().toLowerCase()
  if (text === '') return [...all]
  const rank = ({ shortcut, title, content }: CannedReply): number => {
    if (shortcut.toLowerCase().startsWith(text)) return 0
    if (shortcut.toLowerCase().includes(text)) return 1
    if (title.toLowerCase().includes(text)) return 2
    return content.toLowerCase().includes(text) ? 3 : 4
  }
  return all
    .map((reply) => ({ reply, at: rank(reply) }))
    .filter(({ at }) => at < 4)
    .sort((one, other) => one.at - other.at)
    .map(({ reply }) => reply)
}
