import { embedTexts } from '../../texts/embed.ts'
import { embedOfferTexts as t } from '../../texts/embed-offers.ts'
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

/** What the chat offers; the questions to begin with in sight, the rest a line each. */
export function OffersStep({ model }: OffersStepProps) {
  const { draft, change } = model
  const mistakes = model.mistakes.value
  const { starters, replies, form, invitation } = draft.value
  const isWrong = (place: string) => Object.keys(mistakes).some((one) => one.startsWith(place))
  const answers = linesOf(replies).length
  return (
    <div class="look-form">
      <TextList
        label={t.starters}
        hint={t.startersHint}
        place="starters"
        texts={starters}
        max={MAX_STARTERS}
        maxLength={120}
        example={t.startersExample}
        addLabel={t.addStarter}
        nameOf={t.starter}
        mistakes={mistakes}
        onChange={(next) => change({ starters: next })}
      />
      <div class="folds">
        <Fold
          title={t.replies}
          state={answers > 0 ? t.entries(answers) : undefined}
          isWrong={isWrong('replies.')}
        >
          <TextList
            label={t.replies}
            isLabelHidden
            hint={t.repliesHint}
            place="replies"
            texts={replies}
            max={MAX_REPLIES}
            maxLength={80}
            example={t.repliesExample}
            addLabel={t.addReply}
            nameOf={t.reply}
            mistakes={mistakes}
            onChange={(next) => change({ replies: next })}
          />
        </Fold>
        <Fold
          title={t.form}
          state={form.length > 0 ? t.fields(form.length) : undefined}
          isWrong={isWrong('form.')}
        >
          <FormEditor model={model} />
        </Fold>
        <Fold
          title={t.invitation}
          state={invitation.isOn ? embedTexts.on : undefined}
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
    <Fold title={t.abilities}>
      <Switch
        label={t.files}
        hint={t.filesHint}
        checked={files}
        onSwitch={(isOn) => change({ files: isOn })}
      />
      <Switch
        label={t.sound}
        hint={t.soundHint}
        checked={sound}
        onSwitch={(isOn) => change({ sound: isOn })}
      />
      <Switch
        label={t.rating}
        hint={t.ratingHint}
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
    <Fold title={t.addresses} state={isSet ? embedTexts.on : undefined} isWrong={isWrong}>
      <Field label={t.privacy} hint={t.privacyHint} error={mistakes.value['privacy_url']}>
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
      <Field label={t.fallback} hint={t.fallbackHint} error={mistakes.value['fallback']}>
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
