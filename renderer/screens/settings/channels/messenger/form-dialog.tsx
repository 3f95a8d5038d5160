import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import type { MessengerSender } from '#contracts/messenger-senders.ts'
import type { Desk } from '../../../../app/desk.ts'
import { t } from '../../../../locales/translate.ts'
import { Button } from '../../../../ui/button.tsx'
import { CopyField } from '../../../../ui/copy-field.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { focusMistake } from '../../../../ui/focus-mistake.ts'
import { Banner } from '../../../../ui/states.tsx'
import { useModel } from '../../../../ui/use-model.ts'
import { MailTestAnswer } from '../mail-test-answer.tsx'
import { createFormNumberModel } from './form-model.ts'
import { NameAndAssistant, ServiceField } from './service-fields.tsx'

interface FormDialogProps {
  readonly desk: Pick<Desk, 'api'>
  readonly existing?: MessengerSender | undefined
  /** Choice of the kind of number, above the steps. */
  readonly chooser?: ComponentChildren
  readonly onSaved: () => void
  readonly onClose: () => void
}

/** Adds a number of the SMS provider's account with the steps that it takes, or shows the connection of one. */
export function FormDialog({ desk, existing, chooser, onSaved, onClose }: FormDialogProps) {
  const model = useModel(() => createFormNumberModel(desk.api, existing), [existing?.id])
  const form = useRef<HTMLFormElement>(null)
  const { answer, busy, errors, failure, hook, saved } = model
  const isNew = saved.value === undefined

  async function submit(event?: Event): Promise<void> {
    event?.preventDefault()
    if (!(await model.save())) focusMistake(form.current)
  }

  return (
    <Dialog
      title={
        existing
          ? t('messenger.bot.connectTitle', { name: existing.display_name })
          : t('messenger.cloud.addTitle')
      }
      onClose={isNew || existing ? onClose : onSaved}
      actions={
        <>
          {isNew && <Button onClick={onClose}>{t('common.cancel')}</Button>}
          {(isNew || existing) && (
            <Button busy={busy.value === 'test'} onClick={() => void model.test()}>
              {t('messenger.bot.test')}
            </Button>
          )}
          {isNew ? (
            <Button kind="primary" busy={busy.value === 'save'} onClick={() => void submit()}>
              {t('messenger.bot.connect')}
            </Button>
          ) : (
            <Button kind="primary" onClick={existing ? onClose : onSaved}>
              {t('messenger.cloud.done')}
            </Button>
          )}
        </>
      }
    >
      {isNew && chooser}
      {existing?.connection?.error && <Banner tone="danger">{existing.connection.error}</Banner>}
      {isNew ? (
        <form ref={form} class="form" onSubmit={(event) => void submit(event)} noValidate>
          <ol class="messenger-steps">
            <li>{t('messenger.form.stepProvider')}</li>
            <li>{t('messenger.form.stepNumber')}</li>
            <li>{t('messenger.form.stepHook')}</li>
          </ol>
          <ServiceField
            label={t('messenger.number')}
            hint={t('messenger.form.numberHint')}
            type="tel"
            value={model.number}
            error={errors.value['phone_number']}
          />
          <NameAndAssistant desk={desk} hint={t('messenger.form.nameHint')} model={model} />
          <button type="submit" hidden />
        </form>
      ) : (
        <Hook url={hook.value?.url} />
      )}
      {answer.value && (
        <p role="status">
          <MailTestAnswer answer={answer.value} /> <bdi>{answer.value.name}</bdi>
        </p>
      )}
      {failure.value && <Banner tone="danger">{failure.value}</Banner>}
    </Dialog>
  )
}

/** Webhook of the numbers, to be entered at the provider; null without a public address. */
function Hook({ url }: { readonly url: string | null | undefined }) {
  if (url === undefined) return null
  if (url === null) return <Banner tone="attention">{t('messenger.form.noAddress')}</Banner>
  return (
    <div class="messenger-hook">
      <p>{t('messenger.form.hookHow')}</p>
      <CopyField label={t('messenger.form.hookUrl')} text={url} />
    </div>
  )
}
