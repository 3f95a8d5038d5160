import type { LabelUses } from '#contracts/labels.ts'
import { t } from '../../../locales/translate.ts'
import { Button } from '../../../ui/button.tsx'
import { Select } from '../../../ui/controls.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Banner } from '../../../ui/states.tsx'
import type { MergeForm } from './model.ts'

interface MergeDialogProps {
  readonly form: MergeForm
  readonly onMerged: () => void
  readonly onClose: () => void
}

/** Merges a label into another one, after showing what changes. */
export function MergeDialog({ form, onMerged, onClose }: MergeDialogProps) {
  const { name } = form.label

  async function submit(event?: Event): Promise<void> {
    event?.preventDefault()
    if (await form.save()) onMerged()
  }

  return (
    <Dialog
      title={t('labels.mergeTitle', { name })}
      size="small"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button
            kind="primary"
            busy={form.busy.value}
            disabled={form.into.value === undefined}
            onClick={() => void submit()}
          >
            {t('labels.merge')}
          </Button>
        </>
      }
    >
      <form class="form" onSubmit={(event) => void submit(event)}>
        <Field label={t('labels.into')} hint={t('labels.intoHint', { name })}>
          {(wiring) => (
            <Select
              {...wiring}
              value={String(form.into.value ?? '')}
              onEdit={(value) => void form.choose(value === '' ? undefined : Number(value))}
            >
              <option value="">{t('labels.choose')}</option>
              {form.others.map(({ id, name: other }) => (
                <option key={id} value={String(id)}>
                  {other}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {form.uses.value && <Preview uses={form.uses.value} into={form.target()?.name ?? ''} />}
        {form.failure.value && <Banner tone="danger">{form.failure.value}</Banner>}
      </form>
    </Dialog>
  )
}

/** Numbers of what changes. */
function Preview({ uses, into }: { readonly uses: LabelUses; readonly into: string }) {
  const { conversations, shared, rules, views } = uses
  return (
    <div class="label-uses" role="status">
      <ul>
        <li>{t('labels.moves', { count: conversations - shared, name: into })}</li>
        {shared > 0 && <li>{t('labels.hasBoth', { count: shared })}</li>}
        {rules > 0 && <li>{t('labels.rulesFollow', { count: rules, name: into })}</li>}
        {views > 0 && <li>{t('labels.viewsFollow', { count: views, name: into })}</li>}
      </ul>
      <p class="quiet">{t('labels.mergeFinal')}</p>
    </div>
  )
}
