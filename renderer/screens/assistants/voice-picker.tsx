import { useSignal } from '@preact/signals'
import { useEffect, useId, useRef } from 'preact/hooks'
import type { Voice } from '#contracts/lookups.ts'
import { IconButton } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'
import { PlayIcon, StopIcon } from '../../ui/icons.tsx'
import type { AssistantFormModel } from './form-model.ts'

/** The voices that fit, each with a sample to listen to. */
export function VoicePicker({ model }: { readonly model: AssistantFormModel }) {
  const id = useId()
  const sample = useSample()
  const voices = model.voices.value
  const error = model.errors.value['voice_id']
  return (
    <fieldset class="voices" aria-describedby={`${id}-error`}>
      <legend>Voice</legend>
      <p class="field-hint">Spoken in calls. In the chat it is silent.</p>
      {voices?.length === 0 && (
        <p class="quiet">No voice speaks this language with this engine. Choose another one.</p>
      )}
      <div class="voice-list">
        {voices?.map((voice) => (
          <div key={voice.id} class="voice">
            <label class="voice-choice">
              <input
                type="radio"
                name={id}
                aria-invalid={error ? true : undefined}
                checked={model.draft.value.voice_id === String(voice.id)}
                onChange={() => model.edit({ voice_id: String(voice.id) })}
              />
              <span>
                <span class="voice-name">{voice.name}</span>
                <span class="quiet">{describe(voice)}</span>
              </span>
            </label>
            {voice.preview_url && (
              <IconButton
                icon={sample.playing === voice.preview_url ? StopIcon : PlayIcon}
                label={`${sample.playing === voice.preview_url ? 'Stop' : 'Listen to'} ${voice.name}`}
                onClick={() => sample.toggle(voice.preview_url)}
              />
            )}
          </div>
        ))}
      </div>
      {sample.hasFailed && <p class="field-error">The sample could not be played.</p>}
      <FieldError id={`${id}-error`} error={error} />
    </fieldset>
  )
}

function describe({ gender, accent, age }: Voice): string {
  return [gender === 'female' ? 'Female' : 'Male', accent, age].filter(Boolean).join(', ')
}

/** Plays one sample at a time. */
function useSample() {
  const playing = useSignal<string>()
  const hasFailed = useSignal(false)
  const audio = useRef<HTMLAudioElement>(null)

  function stop(): void {
    audio.current?.pause()
    playing.value = undefined
  }

  function toggle(url: string): void {
    const isPlaying = playing.value === url
    stop()
    if (isPlaying) return
    const next = new Audio(url)
    audio.current = next
    playing.value = url
    hasFailed.value = false
    next.onended = stop
    next.play().catch(() => {
      // Another sample was chosen meanwhile: that is no failure.
      if (audio.current !== next || playing.value !== url) return
      hasFailed.value = true
      stop()
    })
  }

  useEffect(() => stop, [])
  return { playing: playing.value, hasFailed: hasFailed.value, toggle }
}
