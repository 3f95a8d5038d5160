import { useEffect } from 'preact/hooks'
import type { Desk } from '../../app/desk.ts'
import { formatMoney } from '../../format/numbers.ts'
import { t, tIfKnown } from '../../locales/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { TextInput } from '../../ui/controls.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { PhoneIcon } from '../../ui/icons.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Banner } from '../../ui/states.tsx'
import { useModel } from '../../ui/use-model.ts'
import { countryName } from '../records/phone.ts'
import { SandboxNote } from '../records/sandbox-note.tsx'
import { createPlaceModel, type PlaceModel, type Way } from './place-model.ts'
import { VariablesEditor } from './variables-editor.tsx'

interface PlaceDialogProps {
  readonly desk: Desk
  readonly onClose: () => void
}

const WAYS: readonly Way[] = ['outbound', 'inbound', 'web']

/** Places a call: participants and expected cost. */
export function PlaceDialog({ desk, onClose }: PlaceDialogProps) {
  const model = useModel(() => createPlaceModel(desk.api))
  useEffect(() => void model.load(), [model])
  const { number, assistants, busy, way } = model
  const isSandbox = model.voice.value?.is_sandbox === true

  async function submit(event?: Event): Promise<void> {
    event?.preventDefault()
    const id = await model.place()
    if (id !== undefined) desk.address.go(`/app/calls/${id}`, { replace: true })
  }

  return (
    <Dialog
      title={t('callPlacing.placeTitle')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button
            kind="primary"
            icon={PhoneIcon}
            busy={busy.value}
            disabled={!model.isReady.value}
            onClick={() => void submit()}
          >
            {t('callPlacing.call')}
          </Button>
        </>
      }
    >
      <form class="form" onSubmit={(event) => void submit(event)} noValidate>
        {isSandbox && (
          <Segmented
            label={t('callPlacing.way')}
            isWide
            value={way.value}
            options={WAYS.map((value) => ({ value, label: t(`callPlacing.ways.${value}`) }))}
            onChoose={(chosen) => {
              way.value = chosen
            }}
          />
        )}
        <p class="quiet">{t(`callPlacing.wayHints.${way.value}`)}</p>
        {assistants.value?.length === 0 && (
          <Banner tone="attention">{t('callPlacing.noAssistant')}</Banner>
        )}
        <Field label={t('calls.assistant')} error={model.assistantError.value}>
          {(wiring) => (
            <Combobox
              {...wiring}
              placeholder={t('callPlacing.chooseAssistant')}
              value={model.assistantId.value === undefined ? null : String(model.assistantId.value)}
              options={(assistants.value ?? []).map(({ id, name, status, switched_off }) => ({
                value: String(id),
                label: name,
                ...(status !== 'active' && {
                  hint: t(switched_off ? 'callPlacing.deactivated' : 'callPlacing.new'),
                }),
              }))}
              onChoose={(value) => value && model.choose(Number(value))}
            />
          )}
        </Field>
        <Blocked model={model} mayActivate={desk.session.may('assistants')} />
        {way.value !== 'web' && <NumberField model={model} />}
        <Price model={model} />
        {model.isReal.value && <Banner tone="attention">{t('callPlacing.real')}</Banner>}
        {isSandbox && way.value === 'outbound' && !model.isReal.value && (
          <SandboxNote
            title={t('callPlacing.sandboxTitle')}
            hint={t('callPlacing.sandboxHint')}
            numbers={(model.voice.value?.magic_numbers ?? []).map(({ number: magic, effect }) => ({
              number: magic,
              words: tIfKnown('callPlacing.effects', effect) ?? effect,
            }))}
            onUse={(magic) => {
              number.edit('')
              number.edit(magic)
            }}
          />
        )}
        <VariablesEditor
          variables={model.variables.value}
          onChange={(variables) => {
            model.variables.value = variables
          }}
        />
        {model.error.value && <Banner tone="danger">{model.error.value}</Banner>}
        <button type="submit" hidden />
      </form>
    </Dialog>
  )
}

interface BlockedProps {
  readonly model: PlaceModel
  readonly mayActivate: boolean
}

/** Says that the chosen assistant has to be activated first. */
function Blocked({ model, mayActivate }: BlockedProps) {
  const { assistant, isBlocked, way, busy } = model
  if (!isBlocked.value) return null
  const { name = '' } = assistant.value ?? {}
  return (
    <Banner
      tone="attention"
      actions={
        mayActivate && (
          <Button size="small" busy={busy.value} onClick={() => void model.activate()}>
            {t('callPlacing.activate')}
          </Button>
        )
      }
    >
      {t(way.value === 'outbound' ? 'callPlacing.cannotCall' : 'callPlacing.cannotBeCalled', {
        name,
      })}
    </Banner>
  )
}

/** The customer's number: callee of an outbound call, caller of an inbound one. */
function NumberField({ model: { number, way } }: { readonly model: PlaceModel }) {
  const isCalled = way.value === 'outbound'
  return (
    <Field
      label={isCalled ? t('callPlacing.number') : t('callPlacing.caller')}
      hint={isCalled ? t('callPlacing.numberHint') : t('callPlacing.callerHint')}
      isOptional={!isCalled}
      error={number.error.value}
    >
      {(wiring) => (
        <TextInput
          {...wiring}
          autofocus
          type="tel"
          dir="ltr"
          inputMode="tel"
          autocomplete="off"
          placeholder="+49 30 123456"
          value={number.text.value}
          onEdit={number.edit}
        />
      )}
    </Field>
  )
}

/** Expected maximum cost. */
function Price({ model }: { readonly model: PlaceModel }) {
  const quote = model.number.quote.value
  const { value: balance } = model.balance
  const { value: hold } = model.hold
  if (model.way.value !== 'outbound') return null
  return (
    <div class="price-lines" role="status">
      {quote && quote.call_price === null && (
        <p>{t('callPlacing.notSold', { country: countryName(quote.country) })}</p>
      )}
      {quote && quote.call_price !== null && (
        <p>
          {t('callPlacing.priceOf', {
            price: formatMoney(quote.call_price),
            country: countryName(quote.country),
          })}
        </p>
      )}
      {hold !== undefined && hold > 0 && (
        <p class="quiet">
          {t('callPlacing.hold', { amount: formatMoney(hold), count: model.minutes.value })}
        </p>
      )}
      {balance !== undefined && (
        <p class={model.isShort.value ? 'call-short' : 'quiet'}>
          {t('callPlacing.balance', { amount: formatMoney(balance) })}{' '}
          {model.isShort.value && (
            <>
              {t('callPlacing.notEnough')}{' '}
              <a href="/app/balance?dialog=top-up">{t('callPlacing.topUp')}</a>
            </>
          )}
        </p>
      )}
    </div>
  )
}
