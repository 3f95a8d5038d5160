import './phone.css'
import { useEffect, useRef } from 'preact/hooks'
import type { MessengerMessage } from '#contracts/messenger.ts'
import type { ScreenProps } from '../../app/screen.ts'
import { t } from '../../locales/translate.ts'
import { IconButton, LinkButton } from '../../ui/button.tsx'
import { Select, TextArea, TextInput } from '../../ui/controls.tsx'
import { Page, PageHead } from '../../ui/display.tsx'
import { Field, FieldError } from '../../ui/field.tsx'
import { ChatsIcon, SendIcon } from '../../ui/icons.tsx'
import { FlaskIcon } from '../../ui/icons-work.tsx'
import { Banner, Empty, ErrorState, Loading } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'
import { useModel } from '../../ui/use-model.ts'
import { createPhoneModel, type PhoneModel } from './phone-model.ts'

/** The telephone of a customer in the Sandbox: writes as the customer, and shows what arrives. */
export function MessengerPhone({ desk }: ScreenProps) {
  const model = useModel(() => createPhoneModel(desk))
  return (
    <Page width="narrow">
      <PageHead
        title={t('messengerPhone.title')}
        lead={t('messengerPhone.lead')}
        back={{ href: '/app/settings/channels', label: t('messengerPhone.back') }}
      />
      <Body model={model} />
    </Page>
  )
}

interface PhoneProps {
  readonly model: PhoneModel
}

function Body({ model }: PhoneProps) {
  const { senders, error } = model
  if (!senders.value) {
    return error.value ? (
      <ErrorState title={t('messengerPhone.failed')} onRetry={() => void model.load()}>
        <p>{error.value}</p>
      </ErrorState>
    ) : (
      <Loading label={t('messengerPhone.loading')} rows={3} />
    )
  }
  if (senders.value.length === 0) {
    return (
      <Empty
        icon={ChatsIcon}
        title={t('messengerPhone.noSenders')}
        actions={
          <LinkButton href="/app/settings/channels">{t('messengerPhone.toChannels')}</LinkButton>
        }
      >
        <p>{t('messengerPhone.noSendersHint')}</p>
      </Empty>
    )
  }
  return (
    <>
      <Banner tone="ai" icon={FlaskIcon}>
        {t('messengerPhone.sandbox')}
      </Banner>
      <Parties model={model} />
      <Handset model={model} />
    </>
  )
}

/** The customer's number, and the sender it writes to. */
function Parties({ model }: PhoneProps) {
  const { senders, sender, chosen, phone } = model
  return (
    <div class="phone-parties">
      <Field label={t('messengerPhone.from')} hint={t('messengerPhone.fromHint')}>
        {(wiring) => (
          <TextInput
            {...wiring}
            type="tel"
            dir="ltr"
            value={phone.value}
            onEdit={(value) => {
              phone.value = value
            }}
          />
        )}
      </Field>
      <Field label={t('messengerPhone.to')}>
        {(wiring) => (
          <Select
            {...wiring}
            value={String(sender.value?.id ?? '')}
            onEdit={(value) => {
              chosen.value = value
            }}
          >
            {senders.value?.map(({ id, display_name, phone_number }) => (
              <option key={id} value={String(id)}>
                {display_name} ({phone_number})
              </option>
            ))}
          </Select>
        )}
      </Field>
    </div>
  )
}

function Handset({ model }: PhoneProps) {
  const { sender, messages, text, fault, busy, conversation } = model
  const log = useRef<HTMLOListElement>(null)
  const count = messages.value.length
  useEffect(() => {
    if (log.current) log.current.scrollTop = log.current.scrollHeight
  }, [count])
  return (
    <section class="phone" aria-label={t('messengerPhone.handset')}>
      <header class="phone-head">
        <strong>
          <bdi>{sender.value?.display_name}</bdi>
        </strong>
        <span dir="ltr">{sender.value?.phone_number}</span>
      </header>
      <ol ref={log} class="phone-log" aria-live="polite" aria-label={t('messengerPhone.messages')}>
        {count === 0 && <li class="phone-nothing">{t('messengerPhone.nothing')}</li>}
        {messages.value.map((message) => (
          <Bubble key={`${message.id} ${message.body}`} message={message} />
        ))}
      </ol>
      <form
        class="phone-write"
        onSubmit={(event) => {
          event.preventDefault()
          void model.send()
        }}
      >
        <Field label={t('messengerPhone.write')} isLabelHidden>
          {(wiring) => (
            <TextArea
              {...wiring}
              rows={1}
              maxRows={5}
              dir="auto"
              placeholder={t('messengerPhone.write')}
              value={text.value}
              onEdit={(value) => {
                text.value = value
              }}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
                event.preventDefault()
                void model.send()
              }}
            />
          )}
        </Field>
        <IconButton
          type="submit"
          kind="secondary"
          icon={SendIcon}
          label={t('messengerPhone.send')}
          busy={busy.value}
        />
      </form>
      <FieldError id="phone-fault" error={fault.value} />
      {conversation.value && (
        <LinkButton size="small" href={`/app/inbox/${conversation.value}`}>
          {t('messengerPhone.toConversation')}
        </LinkButton>
      )}
    </section>
  )
}

function Bubble({ message }: { readonly message: MessengerMessage }) {
  const { direction, body, status, created_at } = message
  const isOwn = direction === 'inbound'
  return (
    <li class={`phone-bubble ${isOwn ? 'is-own' : ''}`}>
      <span class="visually-hidden">
        {isOwn ? t('messengerPhone.customer') : t('messengerPhone.arrived')}
      </span>
      <p dir="auto">{body}</p>
      <span class="phone-facts">
        <Time at={created_at} as="clock" />
        {status && <span>{t(`messenger.delivery.${status}`)}</span>}
      </span>
    </li>
  )
}
