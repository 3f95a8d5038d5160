import { useRef } from 'preact/hooks'
import type { Desk } from '../../app/desk.ts'
import { formatMoney } from '../../format/numbers.ts'
import { t } from '../../locales/translate.ts'
import { Button } from '../../ui/button.tsx'
import { TextInput } from '../../ui/controls.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Banner } from '../../ui/states.tsx'
import { useModel } from '../../ui/use-model.ts'
import { createTopUpModel } from './top-up-model.ts'

interface TopUpDialogProps {
  readonly desk: Pick<Desk, 'api' | 'toasts'>
  /** Account to top up; defaults to the operator's own. */
  readonly account?: { readonly id: number; readonly name: string }
  readonly balance: number | undefined
  readonly onDone: () => void
  readonly onClose: () => void
}

/** Tops up a balance. */
export function TopUpDialog({ desk, account, balance, onDone, onClose }: TopUpDialogProps) {
  const model = useModel(() => createTopUpModel(desk.api, account?.id))
  const form = useRef<HTMLFormElement>(null)
  const { amount, note, errors, value } = model

  async function submit(event?: Event): Promise<void> {
    event?.preventDefault()
    const added = await model.save()
    if (added === undefined) {
      form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
      return
    }
    const amount = formatMoney(added)
    desk.toasts.show(
      account
        ? t('accounts.toppedUp', { amount, name: account.name })
        : t('balance.toppedUp', { amount }),
    )
    onDone()
  }

  return (
    <Dialog
      title={account ? t('accounts.topUpTitle', { name: account.name }) : t('balance.topUpTitle')}
      size="small"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button kind="primary" busy={model.busy.value} onClick={() => void submit()}>
            {t('balance.topUp')}
          </Button>
        </>
      }
    >
      <form ref={form} class="form" noValidate onSubmit={(event) => void submit(event)}>
        <p class="quiet">{t('balance.topUpHint')}</p>
        <Field
          label={t('balance.amount')}
          hint={t('balance.amountHint')}
          error={errors.value['amount']}
        >
          {(wiring) => (
            <TextInput
              {...wiring}
              inputMode="decimal"
              autocomplete="off"
              dir="ltr"
              prefix="$"
              value={amount.value}
              onEdit={(text) => {
                amount.value = text
              }}
            />
          )}
        </Field>
        {balance !== undefined && value.value !== undefined && value.value > 0 && (
          <p class="quiet">{t('balance.after', { amount: formatMoney(balance + value.value) })}</p>
        )}
        <Field
          label={t('balance.note')}
          hint={t('balance.noteHint')}
          isOptional
          error={errors.value['note']}
        >
          {(wiring) => (
            <TextInput
              {...wiring}
              value={note.value}
              onEdit={(text) => {
                note.value = text
              }}
            />
          )}
        </Field>
        {model.failure.value && <Banner tone="danger">{model.failure.value}</Banner>}
        <button type="submit" hidden />
      </form>
    </Dialog>
  )
}
