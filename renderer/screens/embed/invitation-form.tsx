import { t } from '../../locales/translate.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Switch, TextArea, TextInput } from '../../ui/controls.tsx'
import { Field } from '../../ui/field.tsx'
import { InfoIcon } from '../../ui/icons.tsx'
import { Banner } from '../../ui/states.tsx'
import type { InvitationDraft } from './draft.ts'
import type { EmbedModel } from './model.ts'

/** Form for the proactive message and its trigger. */
export function InvitationForm({ model }: { readonly model: EmbedModel }) {
  const { draft, mistakes } = model
  const { invitation } = draft.value
  const change = (part: Partial<InvitationDraft>) =>
    model.change({ invitation: { ...invitation, ...part } })
  return (
    <>
      <Switch
        label={t('embedOffers.invitationSwitch')}
        hint={t('embedOffers.invitationHint')}
        checked={invitation.isOn}
        onSwitch={(isOn) => change({ isOn })}
      />
      <Banner tone="info" icon={InfoIcon}>
        {t('embedOffers.invitationHonest')}
      </Banner>
      {invitation.isOn && (
        <>
          <Field label={t('embedOffers.invitationText')} error={mistakes.value['invitation.text']}>
            {(wiring) => (
              <TextArea
                {...wiring}
                maxLength={200}
                placeholder={t('embedOffers.invitationExample')}
                value={invitation.text}
                onEdit={(text) => change({ text })}
              />
            )}
          </Field>
          <div class="form-pair">
            <Field
              label={t('embedOffers.after')}
              hint={t('embedOffers.afterHint')}
              error={mistakes.value['invitation.after']}
            >
              {(wiring) => (
                <TextInput
                  {...wiring}
                  dir="ltr"
                  inputMode="numeric"
                  autocomplete="off"
                  suffix={t('embedOffers.seconds')}
                  value={invitation.after}
                  onEdit={(after) => change({ after })}
                />
              )}
            </Field>
            <Field
              label={t('embedOffers.path')}
              hint={t('embedOffers.pathHint')}
              error={mistakes.value['invitation.path']}
            >
              {(wiring) => (
                <TextInput
                  {...wiring}
                  dir="ltr"
                  spellcheck={false}
                  maxLength={300}
                  placeholder={t('embedOffers.pathExample')}
                  value={invitation.path}
                  onEdit={(path) => change({ path })}
                />
              )}
            </Field>
          </div>
          <Checkbox
            label={t('embedOffers.exit')}
            checked={invitation.exit}
            onSwitch={(exit) => change({ exit })}
          />
          <p class="quiet">{t('embedOffers.invitationPreview')}</p>
        </>
      )}
    </>
  )
}
