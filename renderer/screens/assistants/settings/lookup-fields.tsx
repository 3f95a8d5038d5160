import { t } from '../../../locales/translate.ts'
import { Combobox } from '../../../ui/combobox.tsx'
import { MultiCombobox } from '../../../ui/multi-combobox.tsx'
import type { FormModel } from '../form/form-model.ts'
import type { ControlProps } from './control.tsx'
import type { LookupName } from './fields.ts'

interface Item {
  readonly id: number
  readonly name: string
  readonly description?: string | null
  readonly code?: string | undefined
}

interface LookupProps extends ControlProps {
  readonly of: LookupName
}

/** Selects one record. */
export function OneOf({ model, field, wiring, of }: LookupProps) {
  const value = model.values.value?.[field.name]
  const items = itemsOf(model, of)
  const isNeeded = field.name === 'language_id' || field.name.endsWith('model_id')
  return (
    <>
      <Combobox
        {...wiring!}
        value={value === null || value === undefined ? null : String(value)}
        options={optionsOf(items)}
        placeholder={
          field.name.includes('provider') ? t('assistantForm.automatic') : t('assistantForm.none')
        }
        isClearable={!isNeeded}
        onChoose={(next) => model.edit(field.name, next === null ? null : Number(next))}
      />
      {of === 'multimodalModels' && !items?.some((item) => item.id === value && isReal(item)) && (
        <p class="field-hint">
          {t('assistantForm.realtimeNone')}{' '}
          <a href="/app/settings/voice">{t('assistantForm.realtimeAdd')}</a>
        </p>
      )}
      {of === 'knowledgeBases' && items?.length === 0 && (
        <p class="field-hint">{t('assistantForm.knowledgeNone')}</p>
      )}
    </>
  )
}

/** Reports whether a realtime model belongs to one of the owner's services; the others only simulate calls. */
const isReal = ({ code }: Item): boolean => code?.startsWith('speech:') ?? false

/** Selects several records. */
export function SeveralOf({ model, field, wiring, of }: LookupProps) {
  const values = (model.values.value?.[field.name] ?? []) as readonly number[]
  const items = itemsOf(model, of)
  return (
    <>
      <MultiCombobox
        {...wiring!}
        values={values.map(String)}
        options={optionsOf(items)}
        placeholder={t('assistantForm.none')}
        onChange={(next) => model.edit(field.name, next.map(Number))}
      />
      {of === 'tools' && items?.length === 0 && (
        <p class="field-hint">{t('assistantForm.toolsNone')}</p>
      )}
      {of === 'mcpTools' && items?.length === 0 && (
        <p class="field-hint">{t('assistantForm.mcpToolsNone')}</p>
      )}
    </>
  )
}

const optionsOf = (items: readonly Item[] | undefined) =>
  items?.map(({ id, name, description }) => ({
    value: String(id),
    label: name,
    ...(description && { hint: description }),
  })) ?? []

function itemsOf({ choices }: FormModel, of: LookupName): readonly Item[] | undefined {
  if (of === 'synthesizers' || of === 'transcribers') return choices.fitting.value?.[of]
  return choices.choices.value?.[of]
}

/** Selects a timezone by name. */
export function TimezoneField({ model, field, wiring }: ControlProps) {
  const value = String(model.values.value?.[field.name] ?? '')
  const zones = ['UTC', ...Intl.supportedValuesOf('timeZone')]
  return (
    <Combobox
      {...wiring!}
      value={value}
      options={zones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
      onChoose={(next) => model.edit(field.name, next ?? '')}
    />
  )
}

/** Selects a phone number of the account; unavailable ones give the reason. */
export function PhoneNumber({ model, field, wiring }: ControlProps) {
  const value = model.values.value?.[field.name]
  const isInbound = model.values.value?.type === 'inbound'
  const { numbers = [], assistants = [] } = model.choices.choices.value ?? {}
  const holderOf = (id: number) =>
    assistants.find(
      (one) => one.id !== model.id && one.type === 'inbound' && one.phone_number_id === id,
    )
  const options = numbers.map(({ id, phone_number, type_label }) => {
    const holder = isInbound ? holderOf(id) : undefined
    const isCallerId = isInbound && type_label === 'Caller ID'
    const reason = holder
      ? t('assistantForm.phone.taken', { name: holder.name })
      : isCallerId
        ? t('assistantForm.phone.callerId')
        : undefined
    return {
      value: String(id),
      label: phone_number,
      hint: reason ?? type_label,
      disabled: reason !== undefined,
    }
  })
  if (numbers.length === 0) {
    return (
      <p class="field-hint">
        {t('assistantForm.phone.noNumbers')}{' '}
        <a href="/app/phone-numbers">{t('assistantForm.phone.addOne')}</a>
      </p>
    )
  }
  return (
    <Combobox
      {...wiring!}
      value={value === null || value === undefined ? null : String(value)}
      options={options}
      placeholder={t('assistantForm.phone.none')}
      isClearable
      onChoose={(next) => model.edit(field.name, next === null ? null : Number(next))}
    />
  )
}
