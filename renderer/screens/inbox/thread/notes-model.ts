import { signal } from '@preact/signals'
import { MAX_NOTE } from '#contracts/constants.ts'
import type { Note } from '#contracts/notes.ts'
import { type Api, explain, fieldErrors } from '../../../app/api.ts'
import type { Toasts } from '../../../app/toasts.ts'
import { t } from '../../../locales/translate.ts'
import type { DraftModel } from '../compose/draft-model.ts'

interface Needs {
  readonly api: Api
  readonly toasts: Pick<Toasts, 'show' | 'undo'>
  readonly conversation: string
  /** Id of the signed-in operator, once known. */
  readonly me: () => number | undefined
  readonly draft: DraftModel
  readonly onNote: (note: Note) => void
  readonly onForget: (id: number) => void
}

export type NotesModel = ReturnType<typeof createNotesModel>

/** Private notes of a conversation: writing new ones, and editing one's own. */
export function createNotesModel(needs: Needs) {
  const { api, toasts, conversation, me, draft, onNote, onForget } = needs
  const params = { uuid: conversation }
  const error = signal<string>()
  const isSaving = signal(false)
  /** Id of the note being edited. */
  const editing = signal<number>()
  /** Kept while the text is unchanged, so that a retry after a lost response does not add a second note. */
  let sending: { readonly client_id: string; readonly content: string } | undefined

  async function save(): Promise<boolean> {
    const content = draft.text.value.trim()
    if (content === '' || isSaving.value) return false
    error.value = tooLong(content)
    if (error.value) return false
    if (sending?.content !== content) sending = { client_id: crypto.randomUUID(), content }
    const body = sending
    let isSaved = false
    isSaving.value = true
    await draft.sendAway(async () => {
      try {
        const { data } = await api.createNote({ params, body })
        onNote(data)
        isSaved = true
      } catch (failure) {
        error.value = fieldErrors(failure)?.['content'] ?? explain(failure)
        if (draft.text.value === '') draft.type(content)
      }
      return isSaved
    })
    if (isSaved) sending = undefined
    isSaving.value = false
    return isSaved
  }

  async function change(note: Note, content: string): Promise<boolean> {
    if (content.trim() === '' || content === note.content) return finish()
    try {
      const { data } = await api.updateNote({
        params: { ...params, id: note.id },
        body: { content },
      })
      onNote(data)
      return finish()
    } catch (failure) {
      toasts.show(`${t('thread.noteFailed')} ${explain(failure)}`, 'danger')
      return false
    }
  }

  function finish(): boolean {
    editing.value = undefined
    return true
  }

  /** Deletes a note optimistically and offers Undo. */
  async function remove(note: Note): Promise<void> {
    const one = { ...params, id: note.id }
    onForget(note.id)
    try {
      await api.deleteNote({ params: one })
    } catch (failure) {
      onNote(note)
      toasts.show(`${t('thread.noteFailed')} ${explain(failure)}`, 'danger')
      return
    }
    toasts.undo(t('thread.noteDeleted'), async () => {
      try {
        onNote((await api.restoreNote({ params: one })).data)
      } catch (failure) {
        toasts.show(`${t('thread.noteFailed')} ${explain(failure)}`, 'danger')
      }
    })
  }

  return {
    draft,
    error,
    isSaving,
    editing,
    type(text: string): void {
      error.value = undefined
      draft.type(text)
    },
    save,
    change,
    remove,
    isMine: (note: Note) => note.by.id === me(),
  }
}

function tooLong(text: string): string | undefined {
  const { length } = [...text]
  return length > MAX_NOTE ? t('composer.tooLong', { max: MAX_NOTE, length }) : undefined
}
