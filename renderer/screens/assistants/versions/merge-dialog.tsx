import './versions.css'
import { useSignal } from '@preact/signals'
import type { VersionAuthor } from '#contracts/assistant-settings.ts'
import { t } from '../../../locales/translate.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { changedByThem } from '../draft/merge.ts'
import type { FormModel } from '../form/form-model.ts'
import { labelOf, SETTING_FIELDS } from '../settings/fields.ts'
import { wordsOf } from '../settings/value-words.ts'

interface MergeDialogProps {
  readonly model: FormModel
  readonly onMerged: () => void
  readonly onClose: () => void
}

/** Display name of a version's author. */
export function authorName({ kind, name }: VersionAuthor): string {
  if (kind === 'parley') return t('assistantForm.parley')
  return kind === 'key'
    ? t('assistantForm.key', { name: name ?? '' })
    : (name ?? t('assistantForm.somebody'))
}

/** Resolves conflicts after somebody else has saved; all other changes merge automatically. */
export function MergeDialog({ model, onMerged, onClose }: MergeDialogProps) {
  const keepTheirs = useSignal<ReadonlySet<string>>(new Set())
  const { form, theirs, conflicts, changes } = model
  if (!form.value || !theirs.value) return null
  const { author, number, note } = theirs.value.version
  const elsewhere = changedByThem(form.value.fields, theirs.value.fields).map(labelOf)

  function choose(name: string, side: 'mine' | 'theirs'): void {
    const next = new Set(keepTheirs.value)
    if (side === 'theirs') next.add(name)
    else next.delete(name)
    keepTheirs.value = next
  }

  return (
    <Dialog
      title={t('assistantVersions.merge.title')}
      size="large"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button
            kind="danger"
            onClick={() => {
              model.discard()
              onClose()
            }}
          >
            {t('assistantVersions.merge.drop')}
          </Button>
          <Button
            kind="primary"
            onClick={() => {
              void model.merge(keepTheirs.value).then(onMerged)
            }}
          >
            {t('assistantVersions.merge.apply')}
          </Button>
        </>
      }
    >
      <p>
        {t('assistantVersions.merge.lead', { who: authorName(author), version: number })}{' '}
        {note && <q>{note}</q>}
      </p>
      <p class="quiet">
        {t('assistantVersions.merge.theyChanged')} {elsewhere.join(', ')}
      </p>
      <p>
        {conflicts.value.length === 0
          ? t('assistantVersions.merge.clean')
          : t('assistantVersions.merge.both')}
      </p>
      {conflicts.value.map((name) => {
        const field = SETTING_FIELDS.find((one) => one.name === name)!
        return (
          <section key={name} class="merge-row">
            <header>
              <strong>{field.label}</strong>
              <Segmented
                label={field.label}
                size="small"
                value={keepTheirs.value.has(name) ? 'theirs' : 'mine'}
                options={[
                  { value: 'mine', label: t('assistantVersions.merge.mine') },
                  { value: 'theirs', label: t('assistantVersions.merge.theirs') },
                ]}
                onChoose={(side) => choose(name, side)}
              />
            </header>
            <div class="merge-sides">
              <pre dir="auto">{wordsOf(field, changes.value[name], model.choices)}</pre>
              <pre dir="auto">{wordsOf(field, theirs.value!.fields[name], model.choices)}</pre>
            </div>
          </section>
        )
      })}
    </Dialog>
  )
}
