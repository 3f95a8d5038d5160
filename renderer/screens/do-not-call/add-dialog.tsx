import { useRef } from 'preact/hooks'
import type { Desk } from '../../app/desk.ts'
import { t } from '../../locales/translate.ts'
import { Button } from '../../ui/button.tsx'
import { TextInput } from '../../ui/controls.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { focusMistake } from '../../ui/focus-mistake.ts'
import { Banner } from '../../ui/states.tsx'
import { useModel } from '../../ui/use-model.ts'
import { createAddModel } from './model.ts'

interface AddDialogProps {
  readonly desk: Desk
  readonly onAdded: () => void
  readonly onClose: () => void
}

/** Adds a number to the do-not-call list. */
export function AddDialog({ desk, onAdded, onClose }: AddDialogProps) {
  const model = useModel(() => createAddModel(desk.api))
  const form = useRef<HTMLFormElement>(null)
  const { number, reason, errors, failure, busy } = model

  async function submit(event?: Event): Promise<void> {
    event?.preventDefault()
    const added = await model.add()
    if (added === undefined) return focusMistake(form.current)
    desk.toasts.show(t('doNotCall.wasAdded', { number: added }))
    onAdded()
    onClose()
  }

  return (
    <Dialog
      title={t('doNotCall.add')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button kind="primary" busy={busy.value} onClick={() => void submit()}>
            {t('doNotCall.add')}
          </Button>
        </>
      }
    >
      <form class="form" ref={form} onSubmit={(event) => void submit(event)} noValidate>
        <p class="quiet">{t('doNotCall.addHint')}</p>
        <Field label={t('doNotCall.number')} error={errors.value['phone_number']}>
          {(wiring) => (
            <TextInput
              {...wiring}
              type="tel"
              dir="ltr"
              autocomplete="off"
              placeholder="+12025550123"
              value={number.value}
              onEdit={(text) => {
                number.value = text
              }}
            />
          )}
        </Field>
        <Field label={t('doNotCall.reason')} error={errors.value['reason']} isOptional>
          {(wiring) => (
            <TextInput
              {...wiring}
              maxLength={255}
              value={reason.value}
              onEdit={(text) => {
                reason.value = text
              }}
            />
          )}
        </Field>
        {failure.value && <Banner tone="danger">{failure.value}</Banner>}
        <button type="submit" hidden />
      </form>
    </Dialog>
  )
}
