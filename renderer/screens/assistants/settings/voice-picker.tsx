import './voices.css'
import { useId } from 'preact/hooks'
import type { Voice } from '#contracts/lookups.ts'
import { t } from '../../../locales/translate.ts'
import { IconButton } from '../../../ui/button.tsx'
import { PlayIcon, StopIcon } from '../../../ui/icons.tsx'
import { useSample } from '../../../ui/use-sample.ts'
import type { FormModel } from '../form/form-model.ts'

/** The suitable voices, each with an audio sample. */
export function VoicePicker({ model }: { readonly model: FormModel }) {
  return (
    <Voices
      voices={model.choices.fitting.value?.voices}
      chosen={model.values.value?.voice_id}
      isWrong={'voice_id' in model.errors.value}
      onChoose={(id) => model.edit('voice_id', id)}
    />
  )
}

interface VoicesProps {
  readonly voices: readonly Voice[] | undefined
  readonly chosen: unknown
  readonly isWrong?: boolean
  readonly onChoose: (id: number) => void
}

/** A list of voices to choose from by listening. */
export function Voices({ voices, chosen, isWrong = false, onChoose }: VoicesProps) {
  const id = useId()
  const sample = useSample()

  return (
    <fieldset class="voices" aria-describedby={`${id}-hint`}>
      <legend>{t('assistantFields.voice_id.label')}</legend>
      <p class="field-hint" id={`${id}-hint`}>
        {t('assistantFields.voice_id.hint')}
      </p>
      {voices?.length === 0 && <p class="quiet">{t('assistantForm.voices.none')}</p>}
      <div class="voice-list">
        {voices?.map((voice) => {
          const isPlaying = sample.playing === voice.preview_url
          return (
            <div key={voice.id} class="voice">
              <label class="voice-choice">
                <input
                  type="radio"
                  name={id}
                  aria-invalid={isWrong || undefined}
                  checked={chosen === voice.id}
                  onChange={() => onChoose(voice.id)}
                />
                <span>
                  <span class="voice-name">{voice.name}</span>
                  <span class="quiet">{describe(voice)}</span>
                </span>
              </label>
              {voice.preview_url && (
                <IconButton
                  icon={isPlaying ? StopIcon : PlayIcon}
                  label={
                    isPlaying
                      ? t('assistantForm.voices.stop', { name: voice.name })
                      : t('assistantForm.voices.listen', { name: voice.name })
                  }
                  onClick={() => sample.toggle(voice.preview_url)}
                />
              )}
            </div>
          )
        })}
      </div>
      {sample.hasFailed && <p class="field-error">{t('assistantForm.voices.failed')}</p>}
    </fieldset>
  )
}

function describe({ gender, accent, age }: Voice): string {
  return [
    gender === 'female' ? t('assistantForm.voices.female') : t('assistantForm.voices.male'),
    accent,
    age,
  ]
    .filter(Boolean)
    .join(', ')
}
