import { useRef } from 'preact/hooks'
import type { Desk } from '../../../app/desk.ts'
import { t } from '../../../locales/translate.ts'
import { Button } from '../../../ui/button.tsx'
import { TextInput } from '../../../ui/controls.tsx'
import { CopyField } from '../../../ui/copy-field.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { focusMistake } from '../../../ui/focus-mistake.ts'
import { TopUpDialog } from '../../balance/top-up-dialog.tsx'
import { LinkDialog } from '../../users/link-dialog.tsx'
import { PersonDialog } from '../../users/person-dialog.tsx'
import type { AccountsModel, GrantModel } from './model.ts'

interface DialogsProps {
  readonly desk: Pick<Desk, 'api' | 'toasts'>
  readonly model: AccountsModel
}

/** Dialogs of the accounts: create one, grant it something, and show its secrets once. */
export function AccountDialogs({ desk, model }: DialogsProps) {
  const { credited, grant, usage } = model
  const account = credited.value
  return (
    <>
      {model.isOpening.value && (
        <PersonDialog
          title={t('accounts.open')}
          model={model.form.value}
          onSubmit={model.open}
          onClose={() => {
            model.isOpening.value = false
          }}
        />
      )}
      {account && (
        <TopUpDialog
          desk={desk}
          account={account}
          balance={usage.value?.data.find(({ id }) => id === account.id)?.balance}
          onDone={() => {
            credited.value = undefined
            void model.load()
          }}
          onClose={() => {
            credited.value = undefined
          }}
        />
      )}
      {grant.value && (
        <GrantDialog
          desk={desk}
          model={grant.value}
          onClose={() => {
            grant.value = undefined
          }}
        />
      )}
      <OpenedDialog model={model} />
    </>
  )
}

interface GrantProps {
  readonly desk: Pick<Desk, 'toasts'>
  readonly model: GrantModel
  readonly onClose: () => void
}

function GrantDialog({ desk, model, onClose }: GrantProps) {
  const { kind, account, text, fault, busy } = model
  const form = useRef<HTMLFormElement>(null)

  async function submit(event?: Event): Promise<void> {
    event?.preventDefault()
    if (!(await model.save())) return focusMistake(form.current)
    desk.toasts.show(t(`accounts.given.${kind}`, { what: text.value.trim(), name: account.name }))
    onClose()
  }

  return (
    <Dialog
      title={t(`accounts.giveTitle.${kind}`, { name: account.name })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button kind="primary" busy={busy.value} onClick={() => void submit()}>
            {t(`accounts.giveButton.${kind}`)}
          </Button>
        </>
      }
    >
      <form ref={form} class="form" noValidate onSubmit={(event) => void submit(event)}>
        <p class="quiet">{t(`accounts.giveWords.${kind}`)}</p>
        <Field
          label={t(kind === 'address' ? 'network.address' : 'phoneNumbers.number')}
          hint={t(kind === 'address' ? 'network.addressHint' : 'phoneNumbers.numberHint')}
          error={fault.value}
        >
          {(wiring) => (
            <TextInput
              {...wiring}
              dir="ltr"
              type={kind === 'address' ? 'text' : 'tel'}
              autocomplete="off"
              spellcheck={false}
              value={text.value}
              onEdit={(value) => {
                text.value = value
                fault.value = undefined
              }}
            />
          )}
        </Field>
        <button type="submit" hidden />
      </form>
    </Dialog>
  )
}

function OpenedDialog({ model }: { readonly model: AccountsModel }) {
  const opened = model.opened.value
  if (!opened) return null
  return (
    <LinkDialog
      title={t('accounts.opened', { name: opened.name })}
      words={t('accounts.openedWords')}
      link={opened.link}
      onClose={() => {
        model.opened.value = undefined
      }}
    >
      <p>{t('accounts.openedKey')}</p>
      <CopyField label={t('apiKeys.token')} text={opened.token} />
    </LinkDialog>
  )
}
