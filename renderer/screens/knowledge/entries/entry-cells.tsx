import { useEffect, useRef } from 'preact/hooks'
import type { KnowledgeEntry } from '#contracts/knowledge-entries.ts'
import { t } from '../../../locales/translate.ts'
import { Button } from '../../../ui/button.tsx'
import { Select, TextArea } from '../../../ui/controls.tsx'
import type { EntriesModel } from './entries-model.ts'

interface CellProps {
  readonly model: EntriesModel
  readonly entry: KnowledgeEntry
}

/** Ends the editing of a row and focuses the row again. */
async function leave(from: HTMLElement, end: () => boolean | Promise<boolean>): Promise<void> {
  const row = from.closest('tr')
  if (await end()) row?.focus()
}

/** Handles the keys of a field in a row: save with Ctrl+Enter, give up with Escape. */
function keysOf(model: EntriesModel) {
  return (event: KeyboardEvent): void => {
    const field = event.currentTarget as HTMLElement
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      void leave(field, model.save)
    }
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    void leave(field, () => {
      model.cancel()
      return true
    })
  }
}

/** The question or the answer: a text, or the field that edits it. */
export function TextCell({ model, entry, field }: CellProps & { field: 'question' | 'answer' }) {
  const edited = model.edited.value
  if (edited?.entry.id !== entry.id) {
    return (
      <span class={`entry-text is-${field}`} dir="auto">
        {entry[field]}
      </span>
    )
  }
  return <TextField model={model} field={field} value={edited[field]} />
}

interface TextFieldProps extends Pick<CellProps, 'model'> {
  readonly field: 'question' | 'answer'
  readonly value: string
}

function TextField({ model, field, value }: TextFieldProps) {
  const input = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (field === 'question') input.current?.focus()
  }, [field])
  const error = model.errors.value[field]
  return (
    <span class="entry-field">
      <TextArea
        inputRef={input}
        aria-label={t(`entries.${field}`)}
        aria-invalid={error !== undefined}
        rows={field === 'question' ? 2 : 4}
        maxRows={12}
        value={value}
        onEdit={(text) => model.type({ [field]: text })}
        onKeyDown={keysOf(model)}
      />
      {error && (
        <span class="field-error" role="alert">
          {error}
        </span>
      )}
    </span>
  )
}

/** The knowledge base of an entry, or the list to choose another one. */
export function BaseCell({ model, entry }: CellProps) {
  const edited = model.edited.value
  const bases = model.bases.value
  if (edited?.entry.id !== entry.id) {
    const base = bases.find(({ id }) => id === entry.knowledgebase_id)
    return base ? (
      <a href={`/app/knowledge/${base.id}`}>
        <bdi>{base.name}</bdi>
      </a>
    ) : null
  }
  return (
    <Select
      size="small"
      aria-label={t('knowledge.base')}
      value={String(edited.knowledgebase_id)}
      onEdit={(id) => model.type({ knowledgebase_id: Number(id) })}
    >
      {bases.map(({ id, name }) => (
        <option key={id} value={String(id)}>
          {name}
        </option>
      ))}
    </Select>
  )
}

/** Saves or gives up what was typed in a row. */
export function EditButtons({ model }: Pick<CellProps, 'model'>) {
  return (
    <span class="entry-actions">
      <Button
        size="small"
        kind="primary"
        busy={model.isBusy.value}
        onClick={({ currentTarget }) => void leave(currentTarget, model.save)}
      >
        {t('common.save')}
      </Button>
      <Button
        size="small"
        onClick={({ currentTarget }) =>
          void leave(currentTarget, () => {
            model.cancel()
            return true
          })
        }
      >
        {t('common.cancel')}
      </Button>
      {model.failure.value && (
        <span class="field-error" role="alert">
          {model.failure.value}
        </span>
      )}
    </span>
  )
}
