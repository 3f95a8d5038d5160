import { useRef } from 'preact/hooks'
import { t } from '../../../locales/translate.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { focusMistake } from '../../../ui/focus-mistake.ts'
import { NameAndColour } from '../../inbox/list/name-and-colour.tsx'
import type { LabelForm } from './model.ts'

interface LabelDialogProps {
  readonly form: LabelForm
  readonly onSaved: (name: string) => void
  readonly onClose: () => void
}

/** Editor of a label: its name and colour. */
export function LabelDialog({ form, onSaved, onClose }: LabelDialogProps) {
  const element = useRef<HTMLFormElement>(null)

  async function submit(event?: Event): Promise<void> {
    event?.preventDefault()
    if (form.busy.value) return
    const name = await form.save()
    if (name === undefined) focusMistake(element.current)
    else onSaved(name)
  }

  return (
    <Dialog
      title={form.label ? t('labels.edit') : t('labels.add')}
      size="small"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button kind="primary" busy={form.busy.value} onClick={() => void submit()}>
            {t('common.save')}
          </Button>
        </>
      }
    >
      <form ref={element} class="form" onSubmit={(event) => void submit(event)} noValidate>
        <NameAndColour label={t('labels.name')} form={form} />
        <button type="submit" hidden />
      </form>
    </Dialog>
  )
}
