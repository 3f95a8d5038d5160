import type { Embedding } from '#contracts/assistant-embedding.ts'
import { t } from '../../locales/translate.ts'
import { Choices, Switch, TextArea } from '../../ui/controls.tsx'
import { Field } from '../../ui/field.tsx'
import { ClockIcon } from '../../ui/icons.tsx'
import { availabilityAt } from './hours.ts'
import type { EmbedModel } from './model.ts'
import { momentWords } from './moment-words.ts'
import { WeekEditor } from './week-editor.tsx'

interface HoursStepProps {
  readonly model: EmbedModel
  readonly embedding: Embedding
}

const CHAT_MODES = (['auto', 'approve'] as const).map((value) => ({
  value,
  label: t(`dial.modes.${value}`),
  hint: t(`dial.hints.${value}`),
}))

/** Office hours, the message outside them, and a preview of what visitors see. */
export function HoursStep({ model, embedding }: HoursStepProps) {
  const { draft, assistant, change, busy } = model
  const { hasHours, away } = draft.value
  return (
    <div class="look-form">
      <Switch
        label={t('embedHours.hours')}
        hint={t('embedHours.hoursHint', { timezone: assistant.value?.timezone ?? '' })}
        checked={hasHours}
        onSwitch={(isOn) => change({ hasHours: isOn })}
      />
      {hasHours && (
        <>
          <Now model={model} />
          <WeekEditor model={model} />
          <Field label={t('embedHours.away')} hint={t('embedHours.awayHint')}>
            {(wiring) => (
              <TextArea
                {...wiring}
                maxLength={500}
                placeholder={t('embedHours.awayExample')}
                value={away}
                onEdit={(text) => change({ away: text })}
              />
            )}
          </Field>
        </>
      )}
      <div class="at-desk">
        <h3>{t('embedHours.atDesk')}</h3>
        <Choices
          label={t('embedHours.chatMode')}
          options={CHAT_MODES}
          value={embedding.chat_mode}
          onChoose={model.setChatMode}
        />
        <Switch
          label={t('embedHours.draftPreview')}
          hint={t('embedHours.draftPreviewHint')}
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
  const { isOpen, until } = availabilityAt(model.draft.value.hours, timezone, new Date())
  const always = isOpen ? t('embedHours.alwaysOpen') : t('embedHours.alwaysAway')
  const words =
    until &&
    (isOpen
      ? t('embedHours.openUntil', { when: momentWords(until) })
      : t('embedHours.awayUntil', { when: momentWords(until) }))
  return (
    <p class={`hours-now ${isOpen ? 'is-open' : ''}`}>
      <ClockIcon size={16} /> {words ?? always}
    </p>
  )
}
