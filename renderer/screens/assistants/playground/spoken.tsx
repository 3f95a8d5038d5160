import { useSignal } from '@preact/signals'
import type { AnswerExplanation } from '#contracts/explanations.ts'
import { t } from '../../../locales/translate.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { PhoneIcon } from '../../../ui/icons.tsx'
import { CallOffIcon, MicIcon, MicOffIcon } from '../../../ui/icons-work.tsx'
import { Banner } from '../../../ui/states.tsx'
import { Explanation } from '../../inbox/thread/explanation.tsx'
import type { SpokenModel } from './spoken-model.ts'

interface SpokenProps {
  readonly spoken: SpokenModel
}

/** Transcript of a call with the draft. */
export function SpokenLines({ spoken }: SpokenProps) {
  const explained = useSignal<AnswerExplanation | undefined>(undefined)
  return (
    <>
      {spoken.lines.value.map(({ id, role, text, isFinal, explanation }) => (
        <div key={id} class={`played is-${role}`} aria-busy={!isFinal}>
          <div dir="auto">{text}</div>
          {explanation && (
            <p class="played-facts">
              <button
                type="button"
                class="link-button"
                onClick={() => {
                  explained.value = explanation
                }}
              >
                {t('explanation.open')}
              </button>
            </p>
          )}
        </div>
      ))}
      {explained.value && (
        <Explanation
          read={async () => explained.value!}
          onClose={() => {
            explained.value = undefined
          }}
        />
      )}
    </>
  )
}

/** The current call, or the reason why there is none. */
export function SpokenBar({ spoken }: SpokenProps) {
  const { state, isOn, hasMicrophone, hears, refused } = spoken
  const { phase, isMuted = false, problem } = state.value ?? {}
  const said = refused.value ?? (problem && t(`playground.call.problems.${problem}`))
  if (!isOn.value) return said ? <Banner tone="danger">{said}</Banner> : null
  const canSpeak = hasMicrophone.value && hears.value
  return (
    <section class="playground-call" aria-label={t('playground.call.label')}>
      <p role="status">
        <PhoneIcon size={16} /> {phase && phase !== 'over' && t(`playground.call.phases.${phase}`)}
      </p>
      {canSpeak && (
        <IconButton
          icon={isMuted ? MicOffIcon : MicIcon}
          label={isMuted ? t('liveCall.unmute') : t('liveCall.mute')}
          kind="secondary"
          size="small"
          onClick={() => spoken.mute(!isMuted)}
        />
      )}
      <Button kind="danger" size="small" icon={CallOffIcon} onClick={spoken.hangUp}>
        {t('liveCall.hangUp')}
      </Button>
      {!canSpeak && (
        <p class="playground-call-hint">
          {hears.value ? (
            t('playground.call.noMicrophone')
          ) : (
            <>
              {t('playground.call.deaf')}{' '}
              <a href="/app/settings/voice">{t('playground.call.setUp')}</a>
            </>
          )}
        </p>
      )}
    </section>
  )
}
