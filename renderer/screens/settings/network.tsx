import { useRef } from 'preact/hooks'
import type { NetworkSettings } from '#contracts/network.ts'
import type { Desk } from '../../app/desk.ts'
import { fullDay } from '../../format/days.ts'
import { t } from '../../locales/translate.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { TextInput } from '../../ui/controls.tsx'
import { Badge, Card } from '../../ui/display.tsx'
import { Field } from '../../ui/field.tsx'
import { PlusIcon, TrashIcon } from '../../ui/icons.tsx'
import { LockIcon } from '../../ui/icons-work.tsx'
import { Banner, ErrorState, Loading } from '../../ui/states.tsx'
import { useModel } from '../../ui/use-model.ts'
import { type AddressList, createNetworkModel } from './network-model.ts'

interface OfDesk {
  readonly desk: Pick<Desk, 'api' | 'toasts' | 'address'>
}

/** Settings of the private addresses that this server may call, and of the addresses whose visitors it does not let in. */
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
        <Allowed desk={desk} list={model.allowed} settings={settings} />
        {settings.can_change && (
          <Add
            desk={desk}
            list={model.allowed}
            label={t('network.address')}
            hint={t('network.addressHint')}
            button={t('network.add')}
            done={(address) => t('network.added', { address })}
          />
        )}
      </Card>
      <Card title={t('network.blockedTitle')} note={t('network.blockedHint')}>
        <Blocked desk={desk} list={model.blocked} settings={settings} />
        {settings.can_change && (
          <Add
            desk={desk}
            list={model.blocked}
            label={t('network.blockAddress')}
            hint={t('network.blockAddressHint')}
            button={t('network.block')}
            done={(address) => t('notices.blocked', { address })}
          />
        )}
      </Card>
    </>
  )
}

/** The addresses that another screen would like to be allowed, or blocked. */
function wantedIn(url: string): { readonly allow?: string; readonly block?: string } {
  return Object.fromEntries(new URLSearchParams(url.split('?')[1]))
}

interface PartProps extends OfDesk {
  readonly list: AddressList
}

interface AddProps extends PartProps {
  readonly label: string
  readonly hint: string
  readonly button: string
  readonly done: (address: string) => string
}

function Add({ desk, list, label, hint, button, done }: AddProps) {
  const form = useRef<HTMLFormElement>(null)

  async function submit(event: Event): Promise<void> {
    event.preventDefault()
    const added = await list.add()
    if (added === undefined) form.current?.querySelector('input')?.focus()
    else desk.toasts.show(done(added))
  }

  return (
    <form ref={form} class="form-line" onSubmit={submit} noValidate>
      <Field label={label} hint={hint} error={list.fault.value}>
        {(wiring) => (
          <TextInput
            {...wiring}
            dir="ltr"
            autocomplete="off"
            spellcheck={false}
            value={list.address.value}
            onEdit={(value) => {
              list.address.value = value
              list.fault.value = undefined
            }}
          />
        )}
      </Field>
      <Button type="submit" kind="primary" icon={PlusIcon} busy={list.busy.value}>
        {button}
      </Button>
    </form>
  )
}

interface ListProps extends PartProps {
  readonly settings: NetworkSettings
}

/** Takes an address off its list, and offers to bring it back. */
async function remove(
  { desk, list }: PartProps,
  address: string,
  message: (values: { readonly address: string }) => string,
): Promise<void> {
  const complain = (failure: Error) => desk.toasts.show(failure.message, 'danger')
  try {
    await list.remove(address)
    desk.toasts.undo(message({ address }), () => list.bringBack(address).catch(complain))
  } catch (failure) {
    complain(failure as Error)
  }
}

function Allowed({ settings: { allowed, can_change }, ...part }: ListProps) {
  if (allowed.length === 0) return <p class="quiet">{t('network.none')}</p>
  const hasEnvironment = allowed.some(({ source }) => source === 'environment')
  return (
    <>
      <ul class="settings-rows">
        {allowed.map(({ address, source }) => (
          <li key={`${source}-${address}`}>
            <code dir="ltr">{address}</code>
            {source === 'environment' && <Badge icon={LockIcon}>{t('network.environment')}</Badge>}
            {source === 'operator' && can_change && (
              <IconButton
                size="small"
                icon={TrashIcon}
                label={t('network.removeOf', { address })}
                onClick={() => void remove(part, address, (of) => t('network.removed', of))}
              />
            )}
          </li>
        ))}
      </ul>
      {hasEnvironment && <p class="quiet">{t('network.environmentHint')}</p>}
    </>
  )
}

function Blocked({ settings: { blocked, can_change }, ...part }: ListProps) {
  if (blocked.length === 0) return <p class="quiet">{t('network.blockedNone')}</p>
  return (
    <ul class="settings-rows">
      {blocked.map(({ address, created_at }) => (
        <li key={address}>
          <code dir="ltr">{address}</code>
          <span class="quiet">
            {t('network.blockedSince', { date: fullDay(created_at.slice(0, 10)) })}
          </span>
          {can_change && (
            <IconButton
              size="small"
              icon={TrashIcon}
              label={t('network.unblockOf', { address })}
              onClick={() => void remove(part, address, (of) => t('network.unblocked', of))}
            />
          )}
        </li>
      ))}
    </ul>
  )
}
