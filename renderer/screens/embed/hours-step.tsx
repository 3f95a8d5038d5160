import type { Embedding } from '#contracts/assistant-embedding.ts'
import { dialTexts } from '../../texts/dial.ts'
import { embedHoursTexts as t } from '../../texts/embed-hours.ts'
import { Choices, Switch, TextArea } from '../../ui/controls.tsx'
import { Field } from '../../ui/field.tsx'
import { ClockIcon } from '../../ui/icons.tsx'
import { standingAt } from './hours.ts'
import type { EmbedModel } from './model.ts'
import { momentWords } from './moment-words.ts'
import { WeekEditor } from './week-editor.tsx'

interface HoursStepProps {
  readonly model: EmbedModel
  readonly embedding: Embedding
}

const CHAT_MODES = (['auto', 'approve'] as const).map((value) => ({
  value,
  label: dialTexts.modes[value],
  hint: dialTexts.hints[value],
}))

/** When people are there, what is said while they are not, and what they see. */
export function HoursStep({ model, embedding }: HoursStepProps) {
  const { draft, assistant, change, busy } = model
  const { hasHours, away } = draft.value
  return (
    <div class="look-form">
      <Switch
        label={t.hours}
        hint={t.hoursHint(assistant.value?.timezone ?? '')}
        checked={hasHours}
        onSwitch={(isOn) => change({ hasHours: isOn })}
      />
      {hasHours && (
        <>
          <Now model={model} />
          <WeekEditor model={model} />
          <Field label={t.away} hint={t.awayHint}>
            {(wiring) => (
              <TextArea
                {...wiring}
                maxLength={500}
                placeholder={t.awayExample}
                value={away}
                onEdit={(text) => change({ away: text })}
              />
            )}
          </Field>
        </>
      )}
      <div class="at-desk">
        <h3>{t.atDesk}</h3>
        <Choices
          label={t.chatMode}
          options={CHAT_MODES}
          value={embedding.chat_mode}
          onChoose={model.setChatMode}
        />
        <Switch
          label={t.draftPreview}
          hint={t.draftPreviewHint}
          checked={embedding.draft_preview}
          busy={busy.value === 'privacy'}
          onSwitch={model.setDraftPreview}
        />
      </div>
    </div>
  )
}

function Now({ model }: Pick<HoursStepProps, 'model'>) {
  const timezone = model.assistant.value?.timezone ?? 'UTC'
  const { isOpen, until } = standingAt(model.draft.value.hours, timezone, new Date())
  const always = isOpen ? t.alwaysOpen : t.alwaysAway
  const words = until && (isOpen ? t.openUntil : t.awayUntil)(momentWords(until))
  return (
    <p class={`hours-now ${isOpen ? 'is-open' : ''}`}>
      <ClockIcon size={16} /> {words ?? always}
    </p>
  )
}
