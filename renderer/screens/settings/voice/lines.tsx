import type { SpeechService } from '#contracts/speech-providers.ts'
import { t } from '../../../locales/translate.ts'
import { Card } from '../../../ui/display.tsx'
import type { Icon } from '../../../ui/icon.tsx'
import { MicIcon, SoundIcon } from '../../../ui/icons-work.tsx'
import { reachOf, type VoiceModel } from './list-model.ts'

/** Default services for synthesis and recognition, and where audio is sent. */
export function SpeechLines({ model }: { readonly model: VoiceModel }) {
  const speaks = model.speaksWith.value
  const hears = model.hearsWith.value
  return (
    <Card title={t('settings.parts.voice')} note={t('voice.lead')}>
      <dl class="speech-lines">
        <Line
          icon={SoundIcon}
          term={t('voice.speaksWith')}
          name={nameOf(speaks)}
          words={speaks ? placeOf(speaks, 'speaks') : t('voice.noSystemVoice')}
        />
        <Line
          icon={MicIcon}
          term={t('voice.hearsWith')}
          name={nameOf(hears)}
          words={hears ? placeOf(hears, 'hears') : t('voice.nothingHears')}
        />
      </dl>
      <p class="quiet">{t('voice.unlessChosen')}</p>
    </Card>
  )
}

type Line = 'system' | SpeechService | undefined

function nameOf(line: Line): string {
  if (line === undefined) return t('voice.nothing')
  return line === 'system' ? t('voice.system') : line.name
}

/** Describes where text or audio is sent. */
function placeOf(line: NonNullable<Line>, direction: 'speaks' | 'hears'): string {
  if (line === 'system') return t('voice.systemWords')
  const { host } = new URL(line.base_url)
  const reach = reachOf(line.base_url)
  if (reach === 'here') return t('voice.runsHere', { host })
  if (reach === 'network') return t('voice.runsInNetwork', { host })
  return direction === 'speaks' ? t('voice.textLeaves', { host }) : t('voice.soundLeaves', { host })
}

interface LineProps {
  readonly icon: Icon
  readonly term: string
  readonly name: string
  readonly words: string
}

function Line({ icon: Picture, term, name, words }: LineProps) {
  return (
    <div class="speech-line">
      <Picture size={20} />
      <dt>{term}</dt>
      <dd>
        <strong>{name}</strong>
        <span class="quiet">{words}</span>
      </dd>
    </div>
  )
}
