import { useSignal } from '@preact/signals'
import { showRefusal } from '../../app/api.ts'
import { t } from '../../locales/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Banner } from '../../ui/states.tsx'
import { DescriptionFields } from './description-fields.tsx'

/** Name and description of a knowledge base or document. */
export interface Description {
  readonly name: string
  readonly description: string | null
}

interface DescribeDialogProps {
  readonly title: string
  readonly of: Description
  readonly onSave: (description: Description) => Promise<void>
  readonly onClose: () => void
}

/** Asks for a name and a description; what is refused stays in its field, with the reason. */
export function DescribeDialog({ title, of, onSave, onClose }: DescribeDialogProps) {
  const name = useSignal(of.name)
  const description = useSignal(of.description ?? '')
  const errors = useSignal<Readonly<Record<string, string>>>({})
  const failure = useSignal<string | undefined>(undefined)
  const isBusy = useSignal(false)

  async function save(event?: Event): Promise<void> {
    event?.preventDefault()
    if (isBusy.value) return
    isBusy.value = true
    errors.value = {}
    failure.value = undefined
    try {
      const words = description.value.trim()
      await onSave({ name: name.value.trim(), description: words === '' ? null : words })
      onClose()
    } catch (reason) {
      showRefusal(reason, errors, failure)
      isBusy.value = false
    }
  }

  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button kind="primary" busy={isBusy.value} onClick={() => void save()}>
            {t('common.save')}
          </Button>
        </>
      }
    >
      <form class="form" onSubmit={(event) => void save(event)} noValidate>
        <DescriptionFields
          nameLabel={t('knowledge.name')}
          name={name}
          description={description}
          errors={errors}
        />
        {failure.value && <Banner tone="danger">{failure.value}</Banner>}
        <button type="submit" hidden />
      </form>
    </Dialog>
  )
}
