import './entries.css'
import { useEffect, useRef } from 'preact/hooks'
import type { KnowledgeEntry } from '#contracts/knowledge-entries.ts'
import type { Desk } from '../../../app/desk.ts'
import { t } from '../../../locales/translate.ts'
import { Button } from '../../../ui/button.tsx'
import { Select, TextArea, TextInput } from '../../../ui/controls.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { focusMistake } from '../../../ui/focus-mistake.ts'
import { Banner } from '../../../ui/states.tsx'
import { useModel } from '../../../ui/use-model.ts'
import { createEntryForm, type EntryDraft, type EntryForm } from './form-model.ts'

interface EntryDialogProps {
  readonly desk: Pick<Desk, 'api' | 'storage' | 'toasts'>
  readonly draft: EntryDraft
  /** Origin of the answer. */
  readonly note?: string
  /** True if the caller reports what was saved. */
  readonly isQuiet?: boolean
  readonly onSaved?: (entry: KnowledgeEntry) => void
  readonly onClose: () => void
}

/** Adds a question and an answer to a knowledge base. */
export function EntryDialog(props: EntryDialogProps) {
  const { desk, draft, note, isQuiet = false, onSaved, onClose } = props
  const model = useModel(() => createEntryForm(desk, draft))
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => void model.load(), [model])

  async function save(event?: Event): Promise<void> {
    event?.preventDefault()
    const entry = await model.save()
    if (!entry) return focusMistake(form.current)
    const base = model.bases.value?.find(({ id }) => id === entry.knowledgebase_id)
    if (!isQuiet) desk.toasts.show(t('entries.added', { base: base?.name ?? '' }))
    onSaved?.(entry)
    onClose()
  }

  return (
    <Dialog
      title={t('entries.add')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button
            kind="primary"
            busy={model.isBusy.value}
            shortcut="$mod+Enter"
            onClick={() => void save()}
          >
            {t('common.save')}
          </Button>
        </>
      }
    >
      <form
        class="form"
        ref={form}
        onSubmit={(event) => void save(event)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void save(event)
        }}
        noValidate
      >
        {note && <p class="quiet">{note}</p>}
        <Field label={t('entries.question')} error={model.errors.value['question']}>
          {(wiring) => (
            <TextArea
              {...wiring}
              value={model.question.value}
              onEdit={(value) => {
                model.question.value = value
              }}
            />
          )}
        </Field>
        <Field
          label={t('entries.answer')}
          hint={t('entries.answerHint')}
          error={model.errors.value['answer']}
        >
          {(wiring) => (
            <TextArea
              {...wiring}
              rows={5}
              maxRows={14}
              value={model.answer.value}
              onEdit={(value) => {
                model.answer.value = value
              }}
            />
          )}
        </Field>
        <BaseField model={model} />
        {model.failure.value && <Banner tone="danger">{model.failure.value}</Banner>}
      </form>
    </Dialog>
  )
}

/** The base to add the entry to, or the name of the first one. */
function BaseField({ model }: { readonly model: EntryForm }) {
  const { bases, baseId, newBase, usedBy, errors } = model
  if (bases.value?.length === 0) {
    return (
      <Field
        label={t('entries.newBase')}
        hint={t('entries.newBaseHint')}
        error={errors.value['name']}
      >
        {(wiring) => (
          <TextInput
            {...wiring}
            autocomplete="off"
            value={newBase.value}
            onEdit={(value) => {
              newBase.value = value
            }}
          />
        )}
      </Field>
    )
  }
  const names = usedBy.value.join(', ')
  return (
    <Field
      label={t('knowledge.base')}
      hint={names ? t('knowledge.usedByThese', { names }) : t('knowledge.usedByNobody')}
      error={errors.value['knowledgebase_id']}
    >
      {(wiring) => (
        <Select
          {...wiring}
          disabled={!bases.value}
          value={String(baseId.value ?? '')}
          onEdit={(value) => {
            baseId.value = Number(value)
          }}
        >
          {(bases.value ?? []).map(({ id, name }) => (
            <option key={id} value={String(id)}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}
