import { codePoints, MAX_MESSAGE } from './length.ts'
import type { Attending } from './more/attending.ts'
import type { Outbox } from './outbox.ts'
import type { State } from './state.ts'
import type { Storage } from './storage.ts'
import { uuid } from './uuid.ts'

interface WritingOptions {
  readonly state: State
  readonly storage: Storage
  readonly outbox: Outbox
  attend(): Attending | undefined
  set(change: Partial<State>): void
}

/** The visitor's draft: saved while they type, and handed to the outbox when sent. */
export function createWriting({ state, storage, outbox, attend, set }: WritingOptions) {
  function write(draft: string): void {
    storage.write({ draft })
    if (draft) attend()?.type()
    else attend()?.stop()
    set({ draft, problem: '' })
  }

  /** Sends the draft, unless it is empty or too long. */
  async function send(content = state.draft.trim(), files: readonly File[] = state.files) {
    if ((!content && files.length === 0) || codePoints(content) > MAX_MESSAGE) return
    const { conversation } = storage.read()
    const isDraft = content === state.draft.trim()
    if (isDraft) {
      attend()?.stop()
      state.draft = ''
    }
    state.files = []
    await outbox.add({
      client_id: uuid(),
      conversation,
      content: content || files.map(({ name }) => name).join(', '),
      created_at: new Date().toISOString(),
      status: 'sending',
      files: files.map((file) => ({ name: file.name, type: file.type, blob: file })),
    })
    // Only once the message is stored, so that nothing typed is ever lost.
    if (isDraft && state.draft === '') storage.write({ draft: '' })
  }

  /** Takes back a refused message for editing. */
  async function edit(client_id: string): Promise<void> {
    const entry = await outbox.take(client_id)
    write([entry?.content, state.draft].filter(Boolean).join('\n'))
  }

  return { write, send, edit }
}
