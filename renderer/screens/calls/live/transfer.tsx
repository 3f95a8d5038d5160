import { useState } from 'preact/hooks'
import { explain } from '../../../app/api.ts'
import type { Desk } from '../../../app/desk.ts'
import { t } from '../../../locales/translate.ts'
import { Button } from '../../../ui/button.tsx'
import { TextInput } from '../../../ui/controls.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'

interface TransferProps {
  readonly desk: Pick<Desk, 'api' | 'toasts'>
  readonly callId: number
}

/** Button that transfers the caller to another number. */
export function Transfer(props: TransferProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {t('liveCall.transfer')}
      </Button>
      {isOpen && <TransferDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

interface TransferDialogProps extends TransferProps {
  readonly onClose: () => void
}

function TransferDialog({ desk, callId, onClose }: TransferDialogProps) {
  const { api, toasts } = desk
  const [number, setNumber] = useState('')
  const [error, setError] = useState<string>()
  const [isSending, setSending] = useState(false)

  async function submit(event: Event): Promise<void> {
    event.preventDefault()
    if (number.trim() === '' || isSending) return
    setSending(true)
    try {
      await api.transferCall({ params: { id: callId }, body: { phone_number: number.trim() } })
      toasts.show(t('liveCall.transferring', { number: number.trim() }))
      onClose()
    } catch (failure) {
      setError(explain(failure))
      setSending(false)
    }
  }

  return (
    <Dialog
      title={t('liveCall.transferTitle')}
      size="small"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button
            kind="primary"
            busy={isSending}
            disabled={number.trim() === ''}
            onClick={(event) => void submit(event)}
          >
            {t('liveCall.transfer')}
          </Button>
        </>
      }
    >
      <form class="form" onSubmit={(event) => void submit(event)} noValidate>
        <Field label={t('liveCall.transferNumber')} hint={t('liveCall.transferHint')} error={error}>
          {(wiring) => (
            <TextInput
              {...wiring}
              type="tel"
              dir="ltr"
              inputMode="tel"
              autocomplete="off"
              placeholder="+49 30 123456"
              value={number}
              onEdit={(text) => {
                setNumber(text)
                setError(undefined)
              }}
            />
          )}
        </Field>
        <button type="submit" hidden />
      </form>
    </Dialog>
  )
}
