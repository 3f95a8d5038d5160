import type { Language } from '#contracts/lookups.ts'
import type { SpeechService } from '#contracts/speech-providers.ts'
import { t } from '../../../locales/translate.ts'
import { IconButton } from '../../../ui/button.tsx'
import { Badge, Card } from '../../../ui/display.tsx'
import { KeyIcon, PlayIcon, StopIcon, TrashIcon } from '../../../ui/icons.tsx'
import { EditIcon, MicIcon, SoundIcon } from '../../../ui/icons-work.tsx'
import { Banner } from '../../../ui/states.tsx'
import { useSample } from '../../../ui/use-sample.ts'

interface ServiceCardProps {
  readonly service: SpeechService
  readonly languages: readonly Language[]
  readonly onEdit: () => void
  readonly onRemove: () => void
}

/** Voices that are listed; the others are counted. */
const LISTED = 12

/** One service: where it is, whether it speaks and hears, and its voices to listen to. */
export function ServiceCard({ service, languages, onEdit, onRemove }: ServiceCardProps) {
  const { name, base_url, has_key, is_enabled, error, voices, assistants } = service
  const speaks = service.synthesizer_provider_id !== null
  const hears = service.transcriber_provider_id !== null
  return (
    <Card
      title={name}
      note={<bdi>{base_url}</bdi>}
      actions={
        <>
          <IconButton icon={EditIcon} label={t('models.edit', { name })} onClick={onEdit} />
          <IconButton
            icon={TrashIcon}
            label={t('models.removeTitle', { name })}
            onClick={onRemove}
          />
        </>
      }
    >
      <p class="speech-state">
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
        {assistants > 0 && <span class="quiet">{t('voice.chosenBy', { count: assistants })}</span>}
      </p>
      {error && <Banner tone="danger">{error}</Banner>}
      {is_enabled && !speaks && !hears && <p class="quiet">{t('voice.doesNothing')}</p>}
      {speaks && <VoiceList voices={voices} languages={languages} />}
    </Card>
  )
}

function VoiceList({
  voices,
  languages,
}: Pick<SpeechService, 'voices'> & Pick<ServiceCardProps, 'languages'>) {
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
