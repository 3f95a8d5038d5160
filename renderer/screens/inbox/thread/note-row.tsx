import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Note } from '#contracts/notes.ts'
import { t } from '../../../locales/translate.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { TextArea } from '../../../ui/controls.tsx'
import { TrashIcon } from '../../../ui/icons.tsx'
import { EditIcon, NoteIcon } from '../../../ui/icons-work.tsx'
import { PlainText } from '../../../ui/rich-text.tsx'
import { Time } from '../../../ui/time.tsx'
import type { NotesModel } from './notes-model.ts'

interface NoteRowProps {
  readonly note: Note
  /** Undefined if notes are read-only. */
  readonly model: NotesModel | undefined
}

/** A private note, visually distinct from what the visitor sees. */
export function NoteRow({ note, model }: NoteRowProps) {
  const isMine = model?.isMine(note) ?? false
  return (
    <article class="note" aria-label={t('thread.noteOf', { name: note.by.name })}>
      <p class="byline">
        <NoteIcon size={14} />
        <span class="byline-name">{note.by.name}</span>
        <span>{t('thread.note')}</span>
        <Time at={note.created_at} as="clock" />
        {note.edited_at && <span>({t('thread.noteEdited')})</span>}
        {isMine && model && (
          <span class="note-actions">
            <IconButton
              size="small"
              icon={EditIcon}
              label={t('thread.editNote')}
              onClick={() => {
                model.editing.value = note.id
              }}
            />
            <IconButton
              size="small"
              icon={TrashIcon}
              label={t('thread.deleteNote')}
              onClick={() => void model.remove(note)}
            />
          </span>
        )}
      </p>
      {model && model.editing.value === note.id ? (
        <NoteEditor note={note} model={model} />
      ) : (
        <div class="note-text" dir="auto">
          <PlainText text={note.content} />
        </div>
      )}
    </article>
  )
}

function NoteEditor({ note, model }: { readonly note: Note; readonly model: NotesModel }) {
  const [text, setText] = useState(note.content)
  const area = useRef<HTMLTextAreaElement>(null)
  // A layout effect, so that the next key is typed into the field instead of acting as a shortcut.
  useLayoutEffect(() => area.current?.focus(), [])
  const stop = () => {
    model.editing.value = undefined
  }
  return (
    <form
      class="note-editor"
      onSubmit={(event) => {
        event.preventDefault()
        void model.change(note, text)
      }}
    >
      <TextArea
        aria-label={t('thread.noteText')}
        rows={2}
        maxRows={10}
        value={text}
        onEdit={setText}
        inputRef={area}
        onKeyDown={(event) => {
          if (event.key === 'Escape') stop()
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey))
            void model.change(note, text)
        }}
      />
      <Button size="small" kind="primary" type="submit">
        {t('common.save')}
      </Button>
      <Button size="small" kind="quiet" onClick={stop}>
        {t('common.cancel')}
      </Button>
    </form>
  )
}
