import type { Toasts } from '../../../app/toasts.ts'
import { t } from '../../../locales/translate.ts'
import { FoundServices } from '../services/found-services.tsx'
import type { FoundServer, VoiceModel } from './list-model.ts'

interface LocalServersProps {
  readonly model: VoiceModel
  readonly toasts: Toasts
}

/** Local speech servers: discovered on request, added with one click. */
export function LocalServers({ model, toasts }: LocalServersProps) {
  return (
    <FoundServices
      model={model}
      toasts={toasts}
      note={t('voice.localNote')}
      searchLabel={t('voice.look')}
    >
      {(server) => (
        <>
          <span class="quiet">{t('voice.runsHere', { host: new URL(server.base_url).host })}</span>
          <span class="quiet">{offerOf(server)}</span>
        </>
      )}
    </FoundServices>
  )
}

/** Voices and models, as far as the server lists them. */
function offerOf({ voices, transcription_models: hears, kind }: FoundServer): string {
  return [
    voices.length > 0 && t('voice.voices', { count: voices.length }),
    (hears.length > 0 || kind === 'whisper-cpp') && t('voice.hears'),
  ]
    .filter(Boolean)
    .join(' · ')
}
