import '../records/records.css'
import './sms.css'
import { useEffect } from 'preact/hooks'
import { useCommands } from '../../app/keys/shortcuts.ts'
import type { ScreenProps } from '../../app/screen.ts'
import { t, tIfKnown } from '../../locales/translate.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Select, TextArea, TextInput } from '../../ui/controls.tsx'
import { Card, Page, PageHead } from '../../ui/display.tsx'
import { Field } from '../../ui/field.tsx'
import { NumbersIcon, SendIcon } from '../../ui/icons.tsx'
import { Empty, ErrorState, Loading } from '../../ui/states.tsx'
import { useModel } from '../../ui/use-model.ts'
import { SandboxNote } from '../records/sandbox-note.tsx'
import { placeOf } from '../records/way-back.ts'
import { type ComposeModel, createComposeModel } from './compose-model.ts'
import { Cost } from './cost.tsx'
import { Shape } from './shape.tsx'
import { TroubleBanner } from './trouble.tsx'

/** Composes a text message, with its segments and cost updated while typing. */
export function ComposeSms({ desk }: ScreenProps) {
  const model = useModel(() => createComposeModel(desk))
  useEffect(() => void model.load(), [model])

  async function send(force = false): Promise<void> {
    const sent = await model.send(force)
    if (!sent) return
    desk.toasts.show(t('sms.sent'))
    desk.address.go(`/app/sms?message=${sent.id}`)
  }
  useCommands(desk, [{ id: 'form.save', title: t('sms.send'), run: () => void send() }])

  return (
    <Page>
      <PageHead
        title={t('sms.composeTitle')}
        back={{ href: placeOf(desk.address, '/app/sms'), label: t('sms.back') }}
      />
      {model.error.value && (
        <ErrorState title={t('sms.failedToLoad')} onRetry={() => void model.load()}>
          <p>{model.error.value}</p>
        </ErrorState>
      )}
      {!model.numbers.value && !model.error.value && <Loading label={t('sms.loading')} rows={3} />}
      {model.numbers.value?.length === 0 && <NoNumbers />}
      {model.numbers.value && model.numbers.value.length > 0 && (
        <div class="record">
          <div class="record-main">
            <Form model={model} onSend={(force) => void send(force)} />
          </div>
          <div class="record-side">
            <Cost model={model} />
            {model.provider.value?.is_sandbox && <Sandbox model={model} />}
          </div>
        </div>
      )}
    </Page>
  )
}

function NoNumbers() {
  return (
    <Empty
      icon={NumbersIcon}
      title={t('sms.noNumbers')}
      actions={
        <LinkButton kind="primary" href="/app/phone-numbers">
          {t('sms.toNumbers')}
        </LinkButton>
      }
    >
      <p>{t('sms.noNumbersHint')}</p>
    </Empty>
  )
}

interface FormProps {
  readonly model: ComposeModel
  readonly onSend: (force?: boolean) => void
}

function Form({ model, onSend }: FormProps) {
  const { numbers, from, to, body, errors } = model
  return (
    <Card>
      <form
        class="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          onSend()
        }}
      >
        <TroubleBanner trouble={model.problem.value} onForce={() => onSend(true)} />
        <Field label={t('sms.from')} error={errors.value['from']}>
          {(wiring) => (
            <Select
              {...wiring}
              value={String(from.value ?? '')}
              onEdit={(value) => {
                from.value = Number(value)
              }}
            >
              {(numbers.value ?? []).map(({ id, phone_number, nickname }) => (
                <option key={id} value={String(id)}>
                  {nickname ? `${nickname} (${phone_number})` : phone_number}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label={t('sms.to')} hint={t('sms.toHint')} error={to.error.value}>
          {(wiring) => (
            <TextInput
              {...wiring}
              type="tel"
              dir="ltr"
              inputMode="tel"
              autocomplete="off"
              placeholder="+49 30 123456"
              value={to.text.value}
              onEdit={to.edit}
            />
          )}
        </Field>
        <Field label={t('sms.textLabel')} error={errors.value['body']}>
          {(wiring) => (
            <TextArea {...wiring} rows={5} maxRows={14} value={body.value} onEdit={model.edit} />
          )}
        </Field>
        <Shape model={model} />
        <div class="sms-actions">
          <Button
            kind="primary"
            type="submit"
            icon={SendIcon}
            busy={model.busy.value}
            disabled={!model.isReady.value}
          >
            {t('sms.send')}
          </Button>
        </div>
      </form>
    </Card>
  )
}

function Sandbox({ model }: { readonly model: ComposeModel }) {
  return (
    <SandboxNote
      title={t('sms.sandboxTitle')}
      hint={t('sms.sandboxHint')}
      numbers={(model.provider.value?.magic_numbers ?? []).map(({ number, effect }) => ({
        number,
        words: tIfKnown('sms.effects', effect) ?? effect,
      }))}
      onUse={(number) => {
        model.to.edit('')
        model.to.edit(number)
      }}
    />
  )
}
