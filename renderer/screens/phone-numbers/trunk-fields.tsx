import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { locale } from '../../locales/language.ts'
import { t } from '../../locales/translate.ts'
import { Choices, SecretInput, Select, Switch, TextArea, TextInput } from '../../ui/controls.tsx'
import { Field } from '../../ui/field.tsx'
import { countryName, loadCountries } from '../records/phone.ts'
import type { TrunkFormModel } from './trunk-model.ts'

/** A number in Berlin in each form of dialling; the same in every language. */
const FORMATS = { '+e164': '+49 30 …', e164: '49 30 …', national: '030 …' } as const

interface FieldsProps {
  readonly model: TrunkFormModel
}

type TextName = 'phone_number' | 'nickname' | 'sip_username' | 'sip_address'

interface TextFieldProps extends FieldsProps {
  readonly name: TextName
  readonly label: string
  readonly hint?: string
  readonly isOptional?: boolean
}

function TextField({ model, name, label, hint, isOptional = false }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} isOptional={isOptional} error={model.errors.value[name]}>
      {(wiring) => (
        <TextInput
          {...wiring}
          dir={name === 'nickname' ? 'auto' : 'ltr'}
          autocomplete="off"
          spellcheck={false}
          value={model.values.value[name]}
          onEdit={(value) => model.edit({ [name]: value })}
        />
      )}
    </Field>
  )
}

/** Number, nickname and country. */
export function NumberFields({ model }: FieldsProps) {
  const countries = useSignal<readonly string[]>([model.values.value.country_code])
  useEffect(() => {
    loadCountries()
      .then((codes) => {
        countries.value = codes
      })
      .catch(() => undefined)
  }, [])
  const hint = model.existing
    ? undefined
    : t(
        model.kind.value === 'number'
          ? 'phoneNumbers.numberHint'
          : 'phoneNumbers.trunks.extensionHint',
      )
  return (
    <>
      <TextField
        model={model}
        name="phone_number"
        label={t('phoneNumbers.number')}
        {...(hint !== undefined && { hint })}
      />
      <TextField
        model={model}
        name="nickname"
        label={t('phoneNumbers.nickname')}
        hint={t('phoneNumbers.nicknameHint')}
        isOptional
      />
      <Field label={t('phoneNumbers.country')} error={model.errors.value['country_code']}>
        {(wiring) => (
          <Select
            {...wiring}
            value={model.values.value.country_code}
            onEdit={(country_code) => model.edit({ country_code })}
          >
            {countries.value
              .map((code) => ({ code, name: countryName(code) }))
              .sort((a, b) => a.name.localeCompare(b.name, locale))
              .map(({ code, name }) => (
                <option key={code} value={code} selected={code === model.values.value.country_code}>
                  {name}
                </option>
              ))}
          </Select>
        )}
      </Field>
    </>
  )
}

/** The telephone system and the sign-in to it; a stored password is never shown. */
export function SystemFields({ model }: FieldsProps) {
  const { existing, password, errors } = model
  return (
    <>
      <TextField
        model={model}
        name="sip_address"
        label={t('phoneNumbers.trunks.address')}
        hint={t('phoneNumbers.trunks.addressHint')}
      />
      <TextField model={model} name="sip_username" label={t('phoneNumbers.trunks.username')} />
      <Field
        label={t('phoneNumbers.trunks.password')}
        hint={existing && t('phoneNumbers.trunks.passwordStays')}
        isOptional={existing !== undefined}
        error={errors.value['sip_password']}
      >
        {(wiring) => (
          <SecretInput
            {...wiring}
            value={password.value}
            onEdit={(value) => {
              password.value = value
            }}
          />
        )}
      </Field>
    </>
  )
}

/** Proof that incoming calls have to give. */
export function IncomingFields({ model }: FieldsProps) {
  const { values, errors } = model
  return (
    <>
      <Choices
        label={t('phoneNumbers.trunks.incoming')}
        isList
        value={values.value.inbound_authorization_type}
        onChoose={(inbound_authorization_type) => model.edit({ inbound_authorization_type })}
        options={(['auth', 'ip'] as const).map((value) => ({
          value,
          label: t(`phoneNumbers.trunks.authorizations.${value}`),
        }))}
      />
      {values.value.inbound_authorization_type === 'ip' && (
        <Field
          label={t('phoneNumbers.trunks.addresses')}
          hint={t('phoneNumbers.trunks.addressesHint')}
          error={errors.value['allowed_inbound_ips']}
        >
          {(wiring) => (
            <TextArea
              {...wiring}
              dir="ltr"
              rows={3}
              spellcheck={false}
              value={values.value.ips}
              onEdit={(ips) => model.edit({ ips })}
            />
          )}
        </Field>
      )}
    </>
  )
}

/** Form of dialled numbers, and the proxy. */
export function OutgoingFields({ model }: FieldsProps) {
  const { values } = model
  return (
    <>
      <Choices
        label={t('phoneNumbers.trunks.format')}
        value={values.value.sip_calling_format}
        onChoose={(sip_calling_format) => model.edit({ sip_calling_format })}
        options={(['+e164', 'e164', 'national'] as const).map((value) => ({
          value,
          label: FORMATS[value],
        }))}
      />
      <Switch
        label={t('phoneNumbers.trunks.proxy')}
        hint={t('phoneNumbers.trunks.proxyHint')}
        checked={values.value.outbound_proxy}
        onSwitch={(outbound_proxy) => model.edit({ outbound_proxy })}
      />
    </>
  )
}
