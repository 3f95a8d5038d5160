import { useRef } from 'preact/hooks'
import type { AllowedAddress, NetworkSettings } from '#contracts/network.ts'
import type { Desk } from '../../app/desk.ts'
import { t } from '../../locales/translate.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { TextInput } from '../../ui/controls.tsx'
import { Badge, Card } from '../../ui/display.tsx'
import { Field } from '../../ui/field.tsx'
import { PlusIcon, TrashIcon } from '../../ui/icons.tsx'
import { LockIcon } from '../../ui/icons-work.tsx'
import { Banner, ErrorState, Loading } from '../../ui/states.tsx'
import { useModel } from '../../ui/use-model.ts'
import { createNetworkModel, type NetworkModel } from './network-model.ts'

interface OfDesk {
  readonly desk: Pick<Desk, 'api' | 'toasts' | 'address'>
}

/** Which private addresses this server may call. */
export function Network({ desk }: OfDesk) {
  const model = useModel(() => createNetworkModel(desk.api, wantedIn(desk.address.url.peek())))
  const settings = model.settings.value
  if (!model.isAllowed.value) return <Banner icon={LockIcon}>{t('network.notOwner')}</Banner>
  if (!settings) {
    return model.error.value ? (
      <ErrorState title={t('network.failed')} onRetry={() => void model.load()}>
        <p>{model.error.value}</p>
      </ErrorState>
    ) : (
      <Loading label={t('network.loading')} rows={3} />
    )
  }
  return (
    <>
      <Card title={t('network.policyTitle')}>
        <p>{t(`network.policies.${settings.policy}`)}</p>
        <p class="quiet">{t('network.never')}</p>
      </Card>
      {!settings.can_change && (
        <Banner icon={LockIcon} tone="attention">
          <strong>{t('network.locked')}</strong>
          <p>{t('network.lockedHint')}</p>
        </Banner>
      )}
      <Card title={t('network.allowed')}>
        <Allowed desk={desk} model={model} settings={settings} />
        {settings.can_change && <Add desk={desk} model={model} />}
      </Card>
    </>
  )
}

/** The address that another screen would like to be allowed. */
const wantedIn = (url: string): string => new URLSearchParams(url.split('?')[1]).get('allow') ?? ''

interface PartProps extends OfDesk {
  readonly model: NetworkModel
}

function Add({ desk, model }: PartProps) {
  const form = useRef<HTMLFormElement>(null)

  async function submit(event: Event): Promise<void> {
    event.preventDefault()
    const added = await model.add()
    if (added === undefined) form.current?.querySelector('input')?.focus()
    else desk.toasts.show(t('network.added', { address: added }))
  }

  return (
    <form ref={form} class="form-line" onSubmit={submit} noValidate>
      <Field label={t('network.address')} hint={t('network.addressHint')} error={model.fault.value}>
        {(wiring) => (
          <TextInput
            {...wiring}
            dir="ltr"
            autocomplete="off"
            spellcheck={false}
            value={model.address.value}
            onEdit={(value) => {
              model.address.value = value
              model.fault.value = undefined
            }}
          />
        )}
      </Field>
      <Button type="submit" kind="primary" icon={PlusIcon} busy={model.busy.value}>
        {t('network.add')}
      </Button>
    </form>
  )
}

function Allowed({ desk, model, settings }: PartProps & { readonly settings: NetworkSettings }) {
  const { allowed, can_change } = settings
  const complain = (failure: Error) => desk.toasts.show(failure.message, 'danger')

  async function remove({ address }: AllowedAddress): Promise<void> {
    try {
      await model.remove(address)
      desk.toasts.undo(t('network.removed', { address }), () =>
        model.bringBack(address).catch(complain),
      )
    } catch (failure) {
      complain(failure as Error)
    }
  }

  if (allowed.length === 0) return <p class="quiet">{t('network.none')}</p>
  const hasEnvironment = allowed.some(({ source }) => source === 'environment')
  return (
    <>
      <ul class="settings-rows">
        {allowed.map((one) => (
          <li key={`${one.source}-${one.address}`}>
            <code dir="ltr">{one.address}</code>
            {one.source === 'environment' && (
              <Badge icon={LockIcon}>{t('network.environment')}</Badge>
            )}
            {one.source === 'operator' && can_change && (
              <IconButton
                size="small"
                icon={TrashIcon}
                label={t('network.removeOf', { address: one.address })}
                onClick={() => void remove(one)}
              />
            )}
          </li>
        ))}
      </ul>
      {hasEnvironment && <p class="quiet">{t('network.environmentHint')}</p>}
    </>
  )
}
