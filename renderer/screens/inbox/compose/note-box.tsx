import { useId, useRef } from 'preact/hooks'
import type { Desk } from '../../../app/desk.ts'
import { t } from '../../../locales/translate.ts'
import { Button } from '../../../ui/button.tsx'
import { Avatar } from '../../../ui/display.tsx'
import { FieldError } from '../../../ui/field.tsx'
import { LockIcon } from '../../../ui/icons-work.tsx'
import { TeamMark } from '../list/team-mark.tsx'
import type { NotesModel } from '../thread/notes-model.ts'
import { SuggestionList } from './suggestion-list.tsx'
import { useSuggestions } from './use-suggestions.ts'
import { writeKeys } from './write-keys.ts'

interface NoteBoxProps {
  readonly desk: Pick<Desk, 'team' | 'preferences'>
  readonly notes: NotesModel
}

/** Editor of a private note. */
export function NoteBox({ desk, notes }: NoteBoxProps) {
  const id = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  const text = notes.draft.text.value
  const error = notes.error.value
  const save = () => void notes.save()
  const suggestions = useSuggestions({
    mark: '@',
    find: (typed) => mentionable(desk.team, typed),
    onTake: ({ label }, start, end) => {
      const before = notes.draft.text.value
      notes.type(`${before.slice(0, start)}@${label} ${before.slice(end)}`)
      requestAnimationFrame(() => {
        area.current?.focus()
        area.current?.setSelectionRange(start + label.length + 2, start + label.length + 2)
      })
    },
  })
  return (
    <>
      <div class={`composer-box ${error ? 'is-invalid' : ''}`}>
        {suggestions.isOpen && suggestions.items.length > 0 && (
          <SuggestionList
            id={`${id}-list`}
            items={suggestions.items}
            active={suggestions.active}
            onTake={suggestions.take}
          />
        )}
        <textarea
          ref={area}
          rows={1}
          dir="auto"
          class="composer-text"
          aria-label={t('thread.note')}
          aria-describedby={`${id}-hint ${id}-error`}
          aria-invalid={error ? true : undefined}
          aria-autocomplete="list"
          aria-controls={suggestions.isOpen ? `${id}-list` : undefined}
          aria-activedescendant={
            suggestions.isOpen && suggestions.items.length > 0
              ? `${id}-list-${suggestions.active}`
              : undefined
          }
          placeholder={t('composer.notePlaceholder')}
          value={text}
          onInput={({ currentTarget }) => {
            notes.type(currentTarget.value)
            suggestions.update(currentTarget)
          }}
          onBlur={suggestions.close}
          onKeyDown={(event) => {
            if (suggestions.onKeyDown(event)) return
            writeKeys(event, { send: save, isEnterSending: desk.preferences.enterSends.value })
          }}
        />
        <div class="composer-tools">
          <span class="counter" />
          <Button
            kind="primary"
            size="small"
            icon={LockIcon}
            busy={notes.isSaving.value}
            onClick={save}
          >
            {t('composer.saveNote')}
          </Button>
        </div>
      </div>
      <FieldError id={`${id}-error`} error={error} />
      <p class="composer-hint" id={`${id}-hint`}>
        <span>{t('thread.noteHint')}</span>
        <span role="status">
          {notes.draft.state.value === 'offline' && t('composer.draftOffline')}
        </span>
      </p>
    </>
  )
}

/** Colleagues and teams whose names contain a text. */
function mentionable({ people, teams }: Desk['team'], typed: string) {
  const fits = ({ name }: { readonly name: string }) =>
    name.toLowerCase().includes(typed.toLowerCase())
  return [
    ...people.value
      .filter((one) => !one.is_me && fits(one))
      .map(({ id, name, email, picture }) => ({
        id: String(id),
        label: name,
        hint: email ?? '',
        mark: <Avatar name={name} id={String(id)} picture={picture} size="small" />,
      })),
    ...teams.value.filter(fits).map(({ id, name, colour, operator_ids }) => ({
      id: `team ${id}`,
      label: name,
      hint: t('composer.teamOf', { count: operator_ids.length }),
      mark: <TeamMark name={name} colour={colour} />,
    })),
  ]
}
