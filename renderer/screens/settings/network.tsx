import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import type { AllowedAddress, BlockedAddress, NetworkSettings } from '#contracts/network.ts'
import { explain } from '../../app/api.ts'
import type { Desk } from '../../app/desk.ts'
import { fullDay } from '../../format/days.ts'
import { t } from '../../locales/translate.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Select, TextInput } from '../../ui/controls.tsx'
import { Badge, Card } from '../../ui/display.tsx'
import { Field } from '../../ui/field.tsx'
import { PlusIcon, TrashIcon } from '../../ui/icons.tsx'
import { LockIcon } from '../../ui/icons-work.tsx'
import { Banner, ErrorState, Loading } from '../../ui/states.tsx'
import { useModel } from '../../ui/use-model.ts'
import { type AddressList, createNetworkModel, type NetworkModel } from './network-model.ts'

type Listed = AllowedAddress | BlockedAddress

interface OfDesk {
  readonly desk: Pick<Desk, 'api' | 'toasts' | 'address'>
}

/** Private addresses that this server may call, and blocked visitor addresses. */
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
        <Allowed
          desk={desk}
          list={model.allowed}
          settings={settings}
          areSeveral={model.accounts.value.length > 1}
        />
        {settings.can_change && (
          <Add
            choice={model.accounts.value.length > 1 && <AccountChoice model={model} />}
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

/** Addresses that another screen suggests to allow or block. */
function wantedIn(url: string): { readonly allow?: string; readonly block?: string } {
  return Object.fromEntries(new URLSearchParams(url.split('?')[1]))
}

/** Selects the account to allow the next address for. */
function AccountChoice({ model: { accounts, account } }: { readonly model: NetworkModel }) {
  return (
    <Field label={t('network.account')}>
      {(wiring) => (
        <Select
          {...wiring}
          value={String(account.value)}
          onEdit={(id) => {
            account.value = Number(id)
          }}
        >
          {accounts.value.map(({ id, name }) => (
            <option key={id} value={String(id)}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}

interface PartProps<entry extends Listed> extends OfDesk {
  readonly list: AddressList<entry>
}

interface AddProps<entry extends Listed> extends PartProps<entry> {
  /** Shown above the address field. */
  readonly choice?: ComponentChildren
  readonly label: string
  readonly hint: string
  readonly button: string
  readonly done: (address: string) => string
}

function Add<entry extends Listed>(props: AddProps<entry>) {
  const { desk, list, choice, label, hint, button, done } = props
  const form = useRef<HTMLFormElement>(null)

  async function submit(event: Event): Promise<void> {
    event.preventDefault()
    const added = await list.add()
    if (added === undefined) form.current?.querySelector('input')?.focus()
    else desk.toasts.show(done(added))
  }

  return (
    <form ref={form} class="form-line" onSubmit={submit} noValidate>
      {choice && <div class="form-line-whole">{choice}</div>}
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

interface ListProps<entry extends Listed> extends PartProps<entry> {
  readonly settings: NetworkSettings
}

/** Removes an address and offers Undo. */
async function remove<entry extends Listed>(
  { desk, list }: PartProps<entry>,
  entry: entry,
  message: (values: { readonly address: string }) => string,
): Promise<void> {
  try {
    await list.remove(entry)
    desk.toasts.undo(message({ address: entry.address }), () => list.bringBack(entry))
  } catch (failure) {
    desk.toasts.show(explain(failure), 'danger')
  }
}

interface AllowedProps extends ListProps<AllowedAddress> {
  /** True if each address is shown with its account. */
  readonly areSeveral: boolean
}

function Allowed({ settings: { allowed, can_change }, areSeveral, ...part }: AllowedProps) {
  if (allowed.length === 0) return <p class="quiet">{t('network.none')}</p>
  const hasEnvironment = allowed.some(({ source }) => source === 'environment')
  return (
    <>
      <ul class="settings-rows">
        {allowed.map((entry) => (
          <li key={`${entry.source}-${entry.user_id}-${entry.address}`}>
            <code dir="ltr">{entry.address}</code>
            {areSeveral && (
              <span class="quiet">{t('network.forAccount', { name: entry.account })}</span>
            )}
            {entry.source === 'environment' && (
              <Badge icon={LockIcon}>{t('network.environment')}</Badge>
            )}
            {entry.source === 'operator' && can_change && (
              <IconButton
                size="small"
                icon={TrashIcon}
                label={
                  areSeveral
                    ? t('network.removeFor', { address: entry.address, name: entry.account })
                    : t('network.removeOf', { address: entry.address })
                }
                onClick={() => void remove(part, entry, (of) => t('network.removed', of))}
              />
            )}
          </li>
        ))}
      </ul>
      {hasEnvironment && <p class="quiet">{t('network.environmentHint')}</p>}
    </>
  )
}

function Blocked({ settings: { blocked, can_change }, ...part }: ListProps<BlockedAddress>) {
  if (blocked.length === 0) return <p class="quiet">{t('network.blockedNone')}</p>
  return (
    <ul class="settings-rows">
      {blocked.map((entry) => (
        <li key={entry.address}>
          <code dir="ltr">{entry.address}</code>
          <span class="quiet">
            {t('network.blockedSince', { date: fullDay(entry.created_at.slice(0, 10)) })}
          </span>
          {can_change && (
            <IconButton
              size="small"
              icon={TrashIcon}
              label={t('network.unblockOf', { address: entry.address })}
              onClick={() => void remove(part, entry, (of) => t('network.unblocked', of))}
            />
          )}
        </li>
      ))}
    </ul>
  )
}
