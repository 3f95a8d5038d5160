import '../services/services.css'
import './models.css'
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { ModelProvider } from '#contracts/model-providers.ts'
import type { Desk } from '../../../app/desk.ts'
import { t } from '../../../locales/translate.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/display.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { PlusIcon } from '../../../ui/icons.tsx'
import { CpuIcon } from '../../../ui/icons-work.tsx'
import { Banner, Empty } from '../../../ui/states.tsx'
import { useModel } from '../../../ui/use-model.ts'
import { RemoveDialog } from '../services/remove-dialog.tsx'
import { ServicePage } from '../services/service-page.tsx'
import { ProviderForm } from './form.tsx'
import { createProviderForm, type ProviderFormModel } from './form-model.ts'
import { createProviderListModel } from './list-model.ts'
import { LocalPrograms } from './local-programs.tsx'
import { ProviderCard } from './provider-card.tsx'

/** Model providers of this Parley; owner only. */
export function Models({ desk }: { readonly desk: Desk }) {
  const model = useModel(() => createProviderListModel(desk.api))
  const form = useSignal<ProviderFormModel | undefined>(undefined)
  useEffect(() => void model.load(), [model])
  const edit = (provider?: ModelProvider) => {
    form.value = createProviderForm(desk.api, provider)
  }

  return (
    <ServicePage model={model} title={t('settings.parts.models')} notOwner={t('models.notOwner')}>
      {(list) => (
        <>
          <Card
            title={t('settings.parts.models')}
            note={t('models.lead')}
            actions={
              <Button icon={PlusIcon} kind="primary" onClick={() => edit()}>
                {t('models.add')}
              </Button>
            }
          >
            {list.secrets === 'none' && <Banner tone="attention">{t('models.noSecrets')}</Banner>}
            {list.data.length === 0 && (
              <Empty icon={CpuIcon} title={t('models.none')} isSmall>
                <p>{t('models.noneWords')}</p>
              </Empty>
            )}
            {list.data.length > 0 && <p class="quiet">{t('models.perMillion')}</p>}
          </Card>
          {list.data.map((provider) => (
            <ProviderCard
              key={provider.id}
              provider={provider}
              onEdit={() => edit(provider)}
              onRemove={() => {
                model.removing.value = provider
              }}
            />
          ))}
          {list.environment && (
            <Card title={t('models.environmentTitle')} note={t('models.environmentNote')}>
              <Facts
                rows={[
                  [t('models.model'), list.environment.name],
                  [t('models.url'), <code key="url">{list.environment.base_url}</code>],
                ]}
              />
              {list.environment.error && <Banner tone="danger">{list.environment.error}</Banner>}
            </Card>
          )}
          {list.can_discover && <LocalPrograms model={model} toasts={desk.toasts} />}
          {form.value && (
            <ProviderForm
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
          <RemoveDialog model={model} toasts={desk.toasts} words={() => t('models.removeWords')} />
        </>
      )}
    </ServicePage>
  )
}
