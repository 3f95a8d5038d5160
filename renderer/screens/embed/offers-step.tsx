import { t } from '../../locales/translate.ts'
import { Switch, TextInput } from '../../ui/controls.tsx'
import { Field } from '../../ui/field.tsx'
import { MAX_REPLIES, MAX_STARTERS } from './draft.ts'
import { Fold } from './fold.tsx'
import { FormEditor } from './form-editor.tsx'
import { linesOf } from './form-fields.ts'
import { InvitationForm } from './invitation-form.tsx'
import type { EmbedModel } from './model.ts'
import { TextList } from './text-list.tsx'

interface OffersStepProps {
  readonly model: EmbedModel
}

/** Optional features of the chat; all but conversation starters are collapsed. */
export function OffersStep({ model }: OffersStepProps) {
  const { draft, change } = model
  const mistakes = model.mistakes.value
  const { starters, replies, form, invitation } = draft.value
  const isWrong = (place: string) => Object.keys(mistakes).some((one) => one.startsWith(place))
  const answers = linesOf(replies).length
  return (
    <div class="look-form">
      <TextList
        label={t('embedOffers.starters')}
        hint={t('embedOffers.startersHint')}
        place="starters"
        texts={starters}
        max={MAX_STARTERS}
        maxLength={120}
        example={t('embedOffers.startersExample')}
        addLabel={t('embedOffers.addStarter')}
        nameOf={(place) => t('embedOffers.starter', { place })}
        mistakes={mistakes}
        onChange={(next) => change({ starters: next })}
      />
      <div class="folds">
        <Fold
          title={t('embedOffers.replies')}
          state={answers > 0 ? t('embedOffers.entries', { count: answers }) : undefined}
          isWrong={isWrong('replies.')}
        >
          <TextList
            label={t('embedOffers.replies')}
            isLabelHidden
            hint={t('embedOffers.repliesHint')}
            place="replies"
            texts={replies}
            max={MAX_REPLIES}
            maxLength={80}
            example={t('embedOffers.repliesExample')}
            addLabel={t('embedOffers.addReply')}
            nameOf={(place) => t('embedOffers.reply', { place })}
            mistakes={mistakes}
            onChange={(next) => change({ replies: next })}
          />
        </Fold>
        <Fold
          title={t('embedOffers.form')}
          state={form.length > 0 ? t('embedOffers.fields', { count: form.length }) : undefined}
          isWrong={isWrong('form.')}
        >
          <FormEditor model={model} />
        </Fold>
        <Fold
          title={t('embedOffers.invitation')}
          state={invitation.isOn ? t('embed.on') : undefined}
          isWrong={isWrong('invitation.')}
        >
          <InvitationForm model={model} />
        </Fold>
        <Abilities model={model} />
        <Addresses model={model} isWrong={isWrong('privacy_url') || isWrong('fallback')} />
      </div>
    </div>
  )
}

function Abilities({ model }: OffersStepProps) {
  const { draft, change } = model
  const { files, sound, rating } = draft.value
  return (
    <Fold title={t('embedOffers.abilities')}>
      <Switch
        label={t('embedOffers.files')}
        hint={t('embedOffers.filesHint')}
        checked={files}
        onSwitch={(isOn) => change({ files: isOn })}
      />
      <Switch
        label={t('embedOffers.sound')}
        hint={t('embedOffers.soundHint')}
        checked={sound}
        onSwitch={(isOn) => change({ sound: isOn })}
      />
      <Switch
        label={t('embedOffers.rating')}
        hint={t('embedOffers.ratingHint')}
        checked={rating}
        onSwitch={(isOn) => change({ rating: isOn })}
      />
    </Fold>
  )
}

function Addresses({ model, isWrong }: OffersStepProps & { readonly isWrong: boolean }) {
  const { draft, mistakes, change } = model
  const { privacy_url, fallback } = draft.value
  const isSet = privacy_url !== '' || fallback !== ''
  return (
    <Fold
      title={t('embedOffers.addresses')}
      state={isSet ? t('embed.on') : undefined}
      isWrong={isWrong}
    >
      <Field
        label={t('embedOffers.privacy')}
        hint={t('embedOffers.privacyHint')}
        error={mistakes.value['privacy_url']}
      >
        {(wiring) => (
          <TextInput
            {...wiring}
            type="url"
            dir="ltr"
            maxLength={2000}
            placeholder="https://www.example.com/privacy"
            value={privacy_url}
            onEdit={(value) => change({ privacy_url: value })}
          />
        )}
      </Field>
      <Field
        label={t('embedOffers.fallback')}
        hint={t('embedOffers.fallbackHint')}
        error={mistakes.value['fallback']}
      >
        {(wiring) => (
          <TextInput
            {...wiring}
            type="url"
            dir="ltr"
            maxLength={2000}
            placeholder="https://www.example.com/contact"
            value={fallback}
            onEdit={(value) => change({ fallback: value })}
          />
        )}
      </Field>
    </Fold>
  )
}
