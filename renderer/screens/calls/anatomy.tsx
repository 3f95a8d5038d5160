import type { Utterance } from '#contracts/calls.ts'
import { t } from '../../locales/translate.ts'
import { Facts } from '../../ui/facts.tsx'
import { TimerIcon } from '../../ui/icons-work.tsx'
import { Popover } from '../../ui/popover.tsx'

interface AnatomyProps {
  readonly timing: NonNullable<Utterance['timing']>
}

/** Latency breakdown of an answer, from the caller's last sound to the assistant's first words; opened from the answer. */
export function Anatomy({ timing }: AnatomyProps) {
  const { heard_ms: heard, thought_ms: thought, sound_ms: sound } = timing
  const rows = [
    [t('call.anatomy.heard'), heard],
    [t('call.anatomy.thought'), thought],
    [t('call.anatomy.sound'), sound],
  ] as const
  return (
    <Popover
      label={t('call.anatomy.title')}
      trigger={(wiring) => (
        <button
          type="button"
          class="said-timing"
          {...wiring}
          aria-label={t('call.anatomy.open', { ms: sound ?? heard })}
        >
          <TimerIcon size={14} /> {t('call.anatomy.ms', { ms: sound ?? heard })}
        </button>
      )}
    >
      {() => (
        <>
          <p class="quiet">{t('call.anatomy.lead')}</p>
          <Facts
            rows={rows.map(([term, ms]) => [
              term,
              ms === null ? '–' : t('call.anatomy.ms', { ms }),
            ])}
          />
        </>
      )}
    </Popover>
  )
}
