import './save-bar.css'
import { useSignal } from '@preact/signals'
import type { Desk } from '../../../app/desk.ts'
import { useCommands } from '../../../app/keys/shortcuts.ts'
import { t } from '../../../locales/translate.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { TextInput } from '../../../ui/controls.tsx'
import { CheckIcon } from '../../../ui/icons.tsx'
import { UndoIcon } from '../../../ui/icons-work.tsx'
import { keyWords } from '../../../ui/key-hint.tsx'
import { Popover } from '../../../ui/popover.tsx'
import { useSaveKey } from '../../../ui/use-save-key.ts'
import { labelOf, SETTING_FIELDS } from '../settings/fields.ts'
import type { FormModel } from './form-model.ts'
import { jumpTo } from './jump.ts'

interface SaveBarProps {
  readonly desk: Desk
  readonly model: FormModel
  readonly onRefused: () => void
  readonly onSuperseded: () => void
}

/** Bar with the unsaved changes and their actions. */
export function SaveBar({ desk, model, onRefused, onSuperseded }: SaveBarProps) {
  const note = useSignal('')
  useCommands(desk, [
    { id: 'form.save', inFields: true, when: () => model.isDirty.value, run: () => void save() },
  ])

  useSaveKey(() => model.isDirty.value && void save())

  async function save(): Promise<void> {
    const how = await model.save(note.value)
    if (how === 'refused') onRefused()
    if (how === 'superseded') onSuperseded()
    if (how !== 'saved') return
    note.value = ''
    desk.toasts.show(t('assistantForm.saved', { version: model.form.value?.version.number ?? 1 }))
  }

  if (!model.isDirty.value) return null
  const wrong = Object.keys(model.errors.value)
  return (
    <section class="save-bar" aria-label={t('assistantForm.saveBar')}>
      <div class="save-bar-words" role="status">
        <Changed model={model} />
        {wrong.length > 0 && (
          <span class="save-bar-wrong">
            {t('assistantForm.hasErrors', { count: wrong.length })}
          </span>
        )}
        {model.failure.value && <span class="save-bar-wrong">{model.failure.value}</span>}
        {model.isRestored.value && wrong.length === 0 && (
          <span class="quiet">{t('assistantForm.restoredDraft')}</span>
        )}
      </div>
      <div class="save-bar-actions">
        <TextInput
          size="small"
          aria-label={t('assistantForm.note')}
          placeholder={t('assistantForm.noteHint')}
          maxLength={500}
          value={note.value}
          onEdit={(text) => {
            note.value = text
          }}
        />
        <Button kind="quiet" onClick={() => discard(desk, model)}>
          {t('assistantForm.discard')}
        </Button>
        <Button
          kind="primary"
          icon={CheckIcon}
          title={keyWords('Mod+S')}
          busy={model.busy.value}
          onClick={() => void save()}
        >
          {t('assistantForm.save')}
        </Button>
      </div>
    </section>
  )
}

/** Discards all changes and offers Undo. */
function discard(desk: Desk, model: FormModel): void {
  const before = model.changes.value
  const count = model.changed.value.length
  model.discard()
  desk.toasts.undo(`${t('assistantForm.discard')}: ${t('assistantForm.changes', { count })}`, () =>
    model.take(before),
  )
}

/** The list of changes, each with a link to its setting and a button to discard it. */
function Changed({ model }: { readonly model: FormModel }) {
  const names = model.changed.value
  return (
    <Popover
      label={t('assistantForm.showChanges')}
      side="above"
      trigger={(props) => (
        <button type="button" class="link-button" title={t('assistantForm.showChanges')} {...props}>
          <strong>{t('assistantForm.changes', { count: names.length })}</strong>
        </button>
      )}
    >
      {(close) => (
        <ul class="change-list">
          {names.map((name) => (
            <li key={name}>
              <button
                type="button"
                class="link-button"
                onClick={() => {
                  close()
                  const field = SETTING_FIELDS.find((one) => one.name === name)
                  if (field) requestAnimationFrame(() => jumpTo(field))
                }}
              >
                {labelOf(name)}
              </button>
              <IconButton
                size="small"
                icon={UndoIcon}
                label={t('assistantForm.discardOne', { label: labelOf(name) })}
                onClick={() => model.discard(name)}
              />
            </li>
          ))}
        </ul>
      )}
    </Popover>
  )
}
