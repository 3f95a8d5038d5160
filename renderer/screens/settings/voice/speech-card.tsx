import type { Language } from '#contracts/lookups.ts'
import type { SpeechService } from '#contracts/speech-providers.ts'
import { t } from '../../../locales/translate.ts'
import { IconButton } from '../../../ui/button.tsx'
import { Badge } from '../../../ui/display.tsx'
import { KeyIcon, PlayIcon, StopIcon } from '../../../ui/icons.tsx'
import { MicIcon, SoundIcon } from '../../../ui/icons-work.tsx'
import { useSample } from '../../../ui/use-sample.ts'
import { ServiceCard } from '../services/service-card.tsx'

interface SpeechCardProps {
  readonly service: SpeechService
  readonly languages: readonly Language[]
  readonly onEdit: () => void
  readonly onRemove: () => void
}

/** Number of voices listed; the rest are counted. */
const LISTED = 12

/** A speech service: its address, status, and voices with samples. */
export function SpeechCard({ service, languages, ...actions }: SpeechCardProps) {
  const { has_key, is_enabled, voices, assistants } = service
  const converses = service.multimodal_model_id !== null
  const speaks = converses || service.synthesizer_provider_id !== null
  const hears = converses || service.transcriber_provider_id !== null
  return (
    <ServiceCard
      {...actions}
      service={service}
      state={
        <>
          {speaks && (
            <Badge icon={SoundIcon} tone="ok">
              {t('voice.speaks')}
            </Badge>
          )}
          {hears && (
            <Badge icon={MicIcon} tone="ok">
              {t('voice.hears')}
            </Badge>
          )}
          {has_key && <Badge icon={KeyIcon}>{t('models.keyKept')}</Badge>}
          {!is_enabled && <Badge tone="attention">{t('models.off')}</Badge>}
          {assistants > 0 && (
            <span class="quiet">{t('voice.chosenBy', { count: assistants })}</span>
          )}
        </>
      }
    >
      {is_enabled && !speaks && !hears && <p class="quiet">{t('voice.doesNothing')}</p>}
      {speaks && <VoiceList voices={voices} languages={languages} />}
    </ServiceCard>
  )
}

function VoiceList({
  voices,
  languages,
}: Pick<SpeechService, 'voices'> & Pick<SpeechCardProps, 'languages'>) {
  const sample = useSample()
  const names = new Map(languages.map(({ id, name }) => [id, name]))
  return (
    <>
      <ul class="speech-voices">
        {voices.slice(0, LISTED).map(({ id, name, language_id, preview_url }) => {
          const isPlaying = sample.playing === preview_url
          return (
            <li key={id}>
              <IconButton
                icon={isPlaying ? StopIcon : PlayIcon}
                label={
                  isPlaying
                    ? t('assistantForm.voices.stop', { name })
                    : t('assistantForm.voices.listen', { name })
                }
                onClick={() => sample.toggle(preview_url)}
              />
              <bdi>{name}</bdi>
              <span class="quiet">{names.get(language_id)}</span>
            </li>
          )
        })}
      </ul>
      {voices.length > LISTED && (
        <p class="quiet">{t('voice.moreVoices', { count: voices.length - LISTED })}</p>
      )}
      {sample.hasFailed && <p class="field-error">{t('assistantForm.voices.failed')}</p>}
    </>
  )
}
