import { useRef } from 'preact/hooks'
import { BOT_API } from '#contracts/constants.ts'
import type { MessengerSender } from '#contracts/messenger-senders.ts'
import type { Desk } from '../../../../app/desk.ts'
import { t } from '../../../../locales/translate.ts'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { focusMistake } from '../../../../ui/focus-mistake.ts'
import { Banner } from '../../../../ui/states.tsx'
import { useModel } from '../../../../ui/use-model.ts'
import { MailTestAnswer } from '../mail-test-answer.tsx'
import { type BotFormModel, createBotFormModel } from './bot-model.ts'
import { NameAndAssistant, ServiceField } from './service-fields.tsx'

interface BotDialogProps {
  readonly desk: Pick<Desk, 'api'>
  readonly existing?: MessengerSender | undefined
  readonly onSaved: () => void
  readonly onClose: () => void
}

/** Adds a Telegram bot, or connects one again. */
export function BotDialog({ desk, existing, onSaved, onClose }: BotDialogProps) {
  const model = useModel(() => createBotFormModel(desk.api, existing), [existing?.id])
  const form = useRef<HTMLFormElement>(null)
  const { answer, busy, failure } = model

  async function test(): Promise<void> {
    if (!(await model.test())) focusMistake(form.current)
  }

  async function submit(event?: Event): Promise<void> {
    event?.preventDefault()
    if (await model.save()) onSaved()
    else focusMistake(form.current)
  }

  return (
    <Dialog
      title={
        existing
          ? t('messenger.bot.connectTitle', { name: existing.display_name })
          : t('messenger.bot.addTitle')
      }
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button
            busy={busy.value === 'test'}
            disabled={model.token.value.trim() === ''}
            onClick={() => void test()}
          >
            {t('messenger.bot.test')}
          </Button>
          <Button kind="primary" busy={busy.value === 'save'} onClick={() => void submit()}>
            {t('messenger.bot.connect')}
          </Button>
        </>
      }
    >
      <form ref={form} class="form" onSubmit={(event) => void submit(event)} noValidate>
        {existing?.bot?.error ? (
          <Banner tone="danger">{existing.bot.error}</Banner>
        ) : (
          !existing && <p class="quiet">{t('messenger.bot.how')}</p>
        )}
        <TokenField model={model} />
        {!existing && (
          <NameAndAssistant desk={desk} hint={t('messenger.bot.displayNameHint')} model={model} />
        )}
        <UrlField model={model} />
        {answer.value && (
          <p role="status">
            <MailTestAnswer answer={answer.value} /> <bdi>{answer.value.name}</bdi>
          </p>
        )}
        {failure.value && <Banner tone="danger">{failure.value}</Banner>}
        <button type="submit" hidden />
      </form>
    </Dialog>
  )
}

interface FieldProps {
  readonly model: BotFormModel
}

function TokenField({ model: { existing, errors, token } }: FieldProps) {
  return (
    <ServiceField
      label={t('messenger.bot.token')}
      hint={existing ? t('messenger.bot.tokenKept') : t('messenger.bot.tokenHint')}
      type="password"
      value={token}
      error={errors.value['token']}
    />
  )
}

const UrlField = ({ model: { errors, url } }: FieldProps) => (
  <ServiceField
    label={t('messenger.bot.url')}
    hint={t('messenger.bot.urlHint')}
    type="url"
    isOptional
    placeholder={BOT_API}
    value={url}
    error={errors.value['url']}
  />
)
