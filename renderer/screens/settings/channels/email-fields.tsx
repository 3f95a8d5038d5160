import type { EmailSecurity } from '#contracts/email.ts'
import { t } from '../../../locales/translate.ts'
import { Select, TextInput } from '../../../ui/controls.tsx'
import { Field } from '../../../ui/field.tsx'
import type { EmailModel } from './email-model.ts'
import { PRESETS } from './presets.ts'

const SECURITIES: readonly EmailSecurity[] = ['starttls', 'tls', 'none']

interface FieldsProps {
  readonly model: EmailModel
}

/** Fields of the mail server: provider, address of the server, sign-in and sender. */
export function EmailFieldsOf({ model }: FieldsProps) {
  const { fields, faults } = model
  return (
    <>
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
      <Field
        label={t('channels.from')}
        hint={t('channels.fromHint')}
        error={faults.value['from_address']}
      >
        {(wiring) => (
          <TextInput
            {...wiring}
            type="email"
            dir="ltr"
            required
            autocomplete="off"
            value={fields.value.from_address}
            onEdit={(from_address) => model.edit({ from_address })}
          />
        )}
      </Field>
      <SignIn model={model} />
      <div class="form-pair">
        <Field label={t('channels.host')} error={faults.value['host']}>
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
              const security = SECURITIES.find((each) => each === value)
              if (security) model.edit({ security })
            }}
          >
            {SECURITIES.map((security) => (
              <option key={security} value={security}>
                {t(`channels.securities.${security}`)}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </>
  )
}

function SignIn({ model }: FieldsProps) {
  const { fields, faults, hasPassword } = model
  return (
    <div class="form-pair">
      <Field
        label={t('channels.username')}
        hint={t('channels.usernameHint')}
        error={faults.value['username']}
        isOptional
      >
        {(wiring) => (
          <TextInput
            {...wiring}
            dir="ltr"
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
