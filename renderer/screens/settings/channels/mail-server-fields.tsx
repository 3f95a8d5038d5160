import type { EmailSecurity } from '#contracts/email.ts'
import { t } from '../../../locales/translate.ts'
import { Select, TextInput } from '../../../ui/controls.tsx'
import { Field } from '../../../ui/field.tsx'
import type { MailServerModel } from './mail-server-form.ts'
import { PRESETS } from './presets.ts'

interface FieldsProps {
  readonly model: MailServerModel
}

/** Well-known mail provider, which fills in the address of its server. */
export function ProviderField({ model }: FieldsProps) {
  return (
    <Field label={t('channels.preset')} hint={t('channels.presetHint')}>
      {(wiring) => (
        <Select {...wiring} value={model.preset.value} onEdit={model.choosePreset}>
          <option value="">{t('channels.presetOther')}</option>
          {PRESETS.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}

interface SignInProps extends FieldsProps {
  readonly hint: string
  /** The server may need no sign-in. */
  readonly isOptional?: boolean
}

/** User name and password. */
export function SignInFields({ model, hint, isOptional = false }: SignInProps) {
  const { fields, faults, hasPassword } = model
  return (
    <div class="form-pair">
      <Field
        label={t('channels.username')}
        hint={hint}
        error={faults.value['username']}
        isOptional={isOptional}
      >
        {(wiring) => (
          <TextInput
            {...wiring}
            dir="ltr"
            required={!isOptional}
            autocomplete="off"
            spellcheck={false}
            value={fields.value.username}
            onEdit={(username) => model.edit({ username })}
          />
        )}
      </Field>
      <Field
        label={t('channels.password')}
        hint={hasPassword.value ? t('channels.passwordKept') : t('channels.passwordHint')}
        error={faults.value['password']}
      >
        {(wiring) => (
          <TextInput
            {...wiring}
            type="password"
            dir="ltr"
            // Keeps browsers from offering saved passwords of this site.
            autocomplete="new-password"
            value={fields.value.password}
            onEdit={(password) => model.edit({ password })}
          />
        )}
      </Field>
    </div>
  )
}

interface AddressProps extends FieldsProps {
  readonly hostLabel: string
  /** Kinds of encryption in order, the usual one first, with their labels. */
  readonly securities: readonly (readonly [EmailSecurity, string])[]
}

/** Host, port and encryption. */
export function ServerAddressFields({ model, hostLabel, securities }: AddressProps) {
  const { fields, faults } = model
  return (
    <>
      <div class="form-pair">
        <Field label={hostLabel} error={faults.value['host']}>
          {(wiring) => (
            <TextInput
              {...wiring}
              dir="ltr"
              required
              autocomplete="off"
              spellcheck={false}
              value={fields.value.host}
              onEdit={(host) => model.edit({ host })}
            />
          )}
        </Field>
        <Field label={t('channels.port')} error={faults.value['port']}>
          {(wiring) => (
            <TextInput
              {...wiring}
              type="number"
              min={1}
              max={65_535}
              required
              value={fields.value.port}
              onEdit={(port) => model.edit({ port })}
            />
          )}
        </Field>
      </div>
      <Field
        label={t('channels.security')}
        hint={fields.value.security === 'none' ? t('channels.securityHint') : undefined}
        error={faults.value['security']}
      >
        {(wiring) => (
          <Select
            {...wiring}
            value={fields.value.security}
            onEdit={(value) => {
              const known = securities.find(([each]) => each === value)
              if (known) model.edit({ security: known[0] })
            }}
          >
            {securities.map(([security, label]) => (
              <option key={security} value={security}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </>
  )
}
