import '../services/services.css'
import './voice.css'
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { SpeechService } from '#contracts/speech-providers.ts'
import type { Desk } from '../../../app/desk.ts'
import { t } from '../../../locales/translate.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/display.tsx'
import { PlusIcon } from '../../../ui/icons.tsx'
import { MicIcon } from '../../../ui/icons-work.tsx'
import { Banner, Empty } from '../../../ui/states.tsx'
import { useModel } from '../../../ui/use-model.ts'
import { RemoveDialog } from '../services/remove-dialog.tsx'
import { ServicePage } from '../services/service-page.tsx'
import { ServiceForm } from './form.tsx'
import { createServiceForm, type ServiceFormModel } from './form-model.ts'
import { SpeechLines } from './lines.tsx'
import { createVoiceModel } from './list-model.ts'
import { LocalServers } from './local-servers.tsx'
import { SpeechCard } from './speech-card.tsx'

/** Speech services for assistants; owner only. */
export function Voice({ desk }: { readonly desk: Desk }) {
  const model = useModel(() => createVoiceModel(desk.api))
  const form = useSignal<ServiceFormModel | undefined>(undefined)
  useEffect(() => void model.load(), [model])
  const edit = (service?: SpeechService) => {
    form.value = createServiceForm(desk.api, model.languages.value, service)
  }

  return (
    <ServicePage model={model} title={t('settings.parts.voice')} notOwner={t('voice.notOwner')}>
      {(list) => (
        <>
          <SpeechLines model={model} />
          <Card
            title={t('voice.providers')}
            note={t('voice.providersNote')}
            actions={
              <Button icon={PlusIcon} kind="primary" onClick={() => edit()}>
                {t('models.add')}
              </Button>
            }
          >
            {list.secrets === 'none' && <Banner tone="attention">{t('models.noSecrets')}</Banner>}
            {list.data.length === 0 && (
              <Empty icon={MicIcon} title={t('models.none')} isSmall>
                <p>{t('voice.noneWords')}</p>
                <p>{t('voice.noneHow')}</p>
              </Empty>
            )}
          </Card>
          {list.data.map((service) => (
            <SpeechCard
              key={service.id}
              service={service}
              languages={model.languages.value}
              onEdit={() => edit(service)}
              onRemove={() => {
                model.removing.value = service
              }}
            />
          ))}
          {list.can_discover && <LocalServers model={model} toasts={desk.toasts} />}
          {form.value && (
            <ServiceForm
              model={form.value}
              canKeepKey={list.secrets !== 'none'}
              onClose={() => {
                form.value = undefined
              }}
              onSaved={({ name }) => {
                form.value = undefined
                desk.toasts.show(t('models.saved', { name }))
                void model.load()
              }}
            />
          )}
          <RemoveDialog
            model={model}
            toasts={desk.toasts}
            words={({ assistants }) =>
              assistants > 0 ? t('voice.removeUsed', { count: assistants }) : t('voice.removeWords')
            }
          />
        </>
      )}
    </ServicePage>
  )
}
