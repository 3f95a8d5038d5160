import type { EmailSecurity } from '#contracts/email.ts'
import { t } from '../../../locales/translate.ts'
import { Select, TextInput } from '../../../ui/controls.tsx'
import { Field } from '../../../ui/field.tsx'
import type { MailboxModel } from './mailbox-model.ts'
import { PRESETS } from './presets.ts'

const SECURITIES: readonly EmailSecurity[] = ['tls', 'starttls', 'none']

const labelOf = (security: EmailSecurity): string =>
  security === 'none' ? t('channels.securities.none') : t(`channels.imapSecurities.${security}`)

interface FieldsProps {
  readonly model: MailboxModel
}

/** Fields of the mailbox: provider, sign-in and address of the server. */
export function MailboxFieldsOf({ model }: FieldsProps) {
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
      <SignIn model={model} />
      <Server model={model} />
    </>
  )
}

function SignIn({ model }: FieldsProps) {
  const { fields, faults, hasPassword } = model
  return (
    <div class="form-pair">
      <Field
        label={t('channels.username')}
        hint={t('channels.sameSignIn')}
        error={faults.value['username']}
      >
        {(wiring) => (
          <TextInput
            {...wiring}
            dir="ltr"
            required
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

function Server({ model }: FieldsProps) {
  const { fields, faults } = model
  return (
    <>
      <div class="form-pair">
        <Field label={t('channels.imapHost')} error={faults.value['host']}>
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
                {labelOf(security)}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </>
  )
}
