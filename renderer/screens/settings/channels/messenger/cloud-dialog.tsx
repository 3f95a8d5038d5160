import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import { CLOUD_API } from '#contracts/constants.ts'
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
import { type CloudFormModel, createCloudFormModel } from './cloud-model.ts'
import { NameAndAssistant, ServiceField } from './service-fields.tsx'

interface CloudDialogProps {
  readonly desk: Pick<Desk, 'api'>
  readonly existing?: MessengerSender | undefined
  /** Choice of the kind of number, above the steps. */
  readonly chooser?: ComponentChildren
  readonly onSaved: () => void
  readonly onClose: () => void
}

/** Adds a number of the business cloud API with the steps that it takes, or connects one again. */
export function CloudDialog({ desk, existing, chooser, onSaved, onClose }: CloudDialogProps) {
  const model = useModel(() => createCloudFormModel(desk.api, existing), [existing?.id])
  const form = useRef<HTMLFormElement>(null)
  const { answer, busy, failure, saved } = model
  const isNew = saved.value === undefined
  const isAdded = !isNew && !existing

  async function test(): Promise<void> {
    if (!(await model.test())) focusMistake(form.current)
  }

  async function submit(event?: Event): Promise<void> {
    event?.preventDefault()
    if (!(await model.save())) focusMistake(form.current)
    else if (existing) onSaved()
  }

  return (
    <Dialog
      title={
        existing
          ? t('messenger.bot.connectTitle', { name: existing.display_name })
          : t('messenger.cloud.addTitle')
      }
      onClose={isAdded ? onSaved : onClose}
      actions={
        isAdded ? (
          <Button kind="primary" onClick={onSaved}>
            {t('messenger.cloud.done')}
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>{t('common.cancel')}</Button>
            {isNew && (
              <Button busy={busy.value === 'test'} onClick={() => void test()}>
                {t('messenger.bot.test')}
              </Button>
            )}
            <Button kind="primary" busy={busy.value === 'save'} onClick={() => void submit()}>
              {t('messenger.bot.connect')}
            </Button>
          </>
        )
      }
    >
      {existing?.connection?.error && <Banner tone="danger">{existing.connection.error}</Banner>}
      {isNew && chooser}
      {isNew && <Steps />}
      {!isNew && <Hook model={model} />}
      {!isAdded && (
        <form ref={form} class="form" onSubmit={(event) => void submit(event)} noValidate>
          <Fields model={model} />
          {isNew && (
            <NameAndAssistant desk={desk} hint={t('messenger.cloud.nameHint')} model={model} />
          )}
          <ServiceField
            label={t('messenger.cloud.url')}
            hint={t('messenger.cloud.urlHint')}
            type="url"
            isOptional
            placeholder={CLOUD_API}
            value={model.url}
            error={model.errors.value['url']}
          />
          {answer.value && (
            <p role="status">
              <MailTestAnswer answer={answer.value} /> <bdi>{answer.value.name}</bdi>
            </p>
          )}
          <button type="submit" hidden />
        </form>
      )}
      {failure.value && <Banner tone="danger">{failure.value}</Banner>}
    </Dialog>
  )
}

/** Steps to find the values that the form asks for. */
const Steps = () => (
  <ol class="messenger-steps">
    <li>{t('messenger.cloud.stepIds')}</li>
    <li>{t('messenger.cloud.stepToken')}</li>
    <li>{t('messenger.cloud.stepHook')}</li>
  </ol>
)

interface ModelProps {
  readonly model: CloudFormModel
}

/** Webhook of the number, to be entered at the service. */
function Hook({ model: { hook } }: ModelProps) {
  if (!hook.value) return null
  const { url, verify_token: token } = hook.value
  if (url === null) return <Banner tone="attention">{t('messenger.cloud.noAddress')}</Banner>
  return (
    <div class="messenger-hook">
      <p>{t('messenger.cloud.hookHow')}</p>
      <span>{t('messenger.cloud.hookUrl')}</span>
      <CopyField label={t('messenger.cloud.hookUrl')} text={url} />
      <span>{t('messenger.cloud.verifyToken')}</span>
      <CopyField label={t('messenger.cloud.verifyToken')} text={token} isSecret />
    </div>
  )
}

function Fields({ model }: ModelProps) {
  const { errors, existing } = model
  const kept = existing ? t('messenger.bot.tokenKept') : t('messenger.bot.tokenHint')
  return (
    <>
      {!existing && (
        <>
          <ServiceField
            label={t('messenger.cloud.phoneId')}
            value={model.phoneId}
            error={errors.value['phone_number_id']}
          />
          <ServiceField
            label={t('messenger.cloud.businessId')}
            value={model.businessId}
            error={errors.value['business_id']}
          />
        </>
      )}
      <ServiceField
        label={t('messenger.cloud.token')}
        hint={kept}
        type="password"
        value={model.token}
        error={errors.value['token']}
      />
      <ServiceField
        label={t('messenger.cloud.appSecret')}
        hint={kept}
        type="password"
        value={model.appSecret}
        error={errors.value['app_secret']}
      />
    </>
  )
}
