import type { Toasts } from '../../../app/toasts.ts'
import { t } from '../../../locales/translate.ts'
import { Button } from '../../../ui/button.tsx'
import { Badge, Card } from '../../../ui/display.tsx'
import { PlusIcon, SearchIcon } from '../../../ui/icons.tsx'
import { Banner } from '../../../ui/states.tsx'
import type { FoundServer, VoiceModel } from './list-model.ts'

interface LocalServersProps {
  readonly model: VoiceModel
  readonly toasts: Toasts
}

/** Local speech servers: discovered on request, added with one click. */
export function LocalServers({ model, toasts }: LocalServersProps) {
  const { found, isLooking, adding, localError } = model

  async function use({ port, name }: FoundServer): Promise<void> {
    if (await model.use(port)) toasts.show(t('models.added', { name }))
  }

  return (
    <Card
      title={t('models.localTitle')}
      note={t('voice.localNote')}
      actions={
        <Button icon={SearchIcon} busy={isLooking.value} onClick={model.look}>
          {found.value ? t('models.lookAgain') : t('voice.look')}
        </Button>
      }
    >
      <div role="status" class="speech-found">
        {localError.value && <Banner tone="danger">{localError.value}</Banner>}
        {found.value?.length === 0 && <p class="quiet">{t('models.nothingFound')}</p>}
        {found.value?.map((server) => (
          <div key={server.port} class="settings-line">
            <span class="speech-server">
              <strong>{server.name}</strong>
              <span class="quiet">
                {t('voice.runsHere', { host: new URL(server.base_url).host })}
              </span>
              <span class="quiet">{offerOf(server)}</span>
            </span>
            {server.provider_id === null ? (
              <Button
                kind="primary"
                icon={PlusIcon}
                busy={adding.value === server.port}
                onClick={() => void use(server)}
              >
                {t('models.use', { name: server.name })}
              </Button>
            ) : (
              <Badge tone="ok">{t('models.used')}</Badge>
            )}
          </div>
        ))}
      </div>
    </Card>
  )
}

/** Voices and models, as far as the server names them. */
function offerOf({ voices, transcription_models: hears, kind }: FoundServer): string {
  return [
    voices.length > 0 && t('voice.voices', { count: voices.length }),
    (hears.length > 0 || kind === 'whisper-cpp') && t('voice.hears'),
  ]
    .filter(Boolean)
    .join(' · ')
}
