import './window.css'
import type { Desk } from '../../../app/desk.ts'
import { t } from '../../../locales/translate.ts'
import { Button } from '../../../ui/button.tsx'
import { Select, TextInput } from '../../../ui/controls.tsx'
import { Badge } from '../../../ui/display.tsx'
import { Field } from '../../../ui/field.tsx'
import { ChatsIcon, ClockIcon, SendIcon } from '../../../ui/icons.tsx'
import { Banner } from '../../../ui/states.tsx'
import { Time } from '../../../ui/time.tsx'
import { useModel } from '../../../ui/use-model.ts'
import { createWindowModel, type WindowModel } from './window-model.ts'

interface WindowNoticeProps {
  readonly desk: Pick<Desk, 'api' | 'live' | 'session' | 'toasts'>
  /** UUID of a messenger conversation. */
  readonly id: string
}

/** The channel of a messenger conversation: who writes, how long free texts can be sent, and templates afterwards. */
export function WindowNotice({ desk, id }: WindowNoticeProps) {
  const model = useModel(() => createWindowModel({ ...desk, id }), [id])
  const channel = model.channel.value
  if (!channel) return null
  const { sender, is_opted_out, session_status } = channel
  return (
    <div class="channel-window">
      <p class="channel-window-line">
        <Badge icon={ChatsIcon}>{t('inbox.messenger')}</Badge>
        <span class="quiet">
          <bdi>{sender.display_name}</bdi> · <span dir="ltr">{sender.phone_number}</span>
        </span>
        {session_status.expires_at && (
          <span class="quiet">
            <ClockIcon size={14} /> {t('composer.windowOpenUntil')}{' '}
            <Time at={session_status.expires_at} as="full" />
          </span>
        )}
      </p>
      {is_opted_out ? (
        <Banner tone="attention">{t('composer.optedOut')}</Banner>
      ) : (
        !session_status.is_open && (
          <Banner tone="attention" icon={ClockIcon}>
            <p>{session_status.message}</p>
            {desk.session.may('outreach') && <Templates desk={desk} model={model} />}
          </Banner>
        )
      )}
      {model.error.value && <Banner tone="danger">{model.error.value}</Banner>}
    </div>
  )
}

interface TemplatesProps extends Pick<WindowNoticeProps, 'desk'> {
  readonly model: WindowModel
}

/** Picks a template, fills it in and sends it. */
function Templates({ desk, model }: TemplatesProps) {
  const { templates, template, chosen, values, text } = model
  if (!templates.value) return null
  if (templates.value.length === 0)
    return (
      <p>
        {t('composer.noTemplates')} <a href="/app/settings/channels">{t('composer.toTemplates')}</a>
      </p>
    )
  return (
    <form
      class="channel-window-form"
      onSubmit={(event) => {
        event.preventDefault()
        void model.send().then((isSent) => isSent && desk.toasts.show(t('composer.templateSent')))
      }}
    >
      <Field label={t('composer.template')}>
        {(wiring) => (
          <Select
            {...wiring}
            size="small"
            value={chosen.value}
            onEdit={(value) => {
              chosen.value = value
            }}
          >
            {templates.value?.map(({ id, name, language }) => (
              <option key={id} value={String(id)}>
                {name} ({language})
              </option>
            ))}
          </Select>
        )}
      </Field>
      {template.value?.variables.map((name) => (
        <Field key={name} label={name}>
          {(wiring) => (
            <TextInput
              {...wiring}
              size="small"
              value={values.value[name] ?? ''}
              onEdit={(value) => {
                values.value = { ...values.value, [name]: value }
              }}
            />
          )}
        </Field>
      ))}
      <p class="channel-window-text" dir="auto">
        {text.value}
      </p>
      <Button
        type="submit"
        kind="primary"
        size="small"
        icon={SendIcon}
        busy={model.busy.value}
        disabled={!model.isReady.value}
      >
        {t('composer.sendTemplate')}
      </Button>
    </form>
  )
}
