import '../records/records.css'
import './phone-numbers.css'
import { useEffect } from 'preact/hooks'
import type { Desk } from '../../app/desk.ts'
import type { ScreenProps } from '../../app/screen.ts'
import { t } from '../../locales/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Page, PageHead } from '../../ui/display.tsx'
import { PlusIcon, SearchIcon } from '../../ui/icons.tsx'
import { Banner } from '../../ui/states.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { useModel } from '../../ui/use-model.ts'
import { BuyDialog } from './buy-dialog.tsx'
import { createPhoneNumbersModel, type ListedNumber, type PhoneNumbersModel } from './model.ts'
import { NumberDialog } from './number-dialog.tsx'
import { NumberList } from './number-list.tsx'
import { TrunkDialog } from './trunk-dialog.tsx'
import { TrunkList } from './trunk-list.tsx'

/** The account's phone numbers and SIP trunks. */
export function PhoneNumbers({ desk }: ScreenProps) {
  const model = useModel(() => createPhoneNumbersModel(desk))
  useEffect(() => void model.load(), [model])
  const { view, trunks } = model
  const open = (what: 'new' | 'buy' | 'trunk') => () => {
    model.edited.value = what
  }
  return (
    <Page>
      <PageHead title={t('phoneNumbers.title')} lead={t('phoneNumbers.lead')}>
        {view.value === 'trunks' ? (
          <Button kind="primary" icon={PlusIcon} onClick={open('trunk')}>
            {t('phoneNumbers.trunks.add')}
          </Button>
        ) : (
          <>
            <Button icon={PlusIcon} onClick={open('new')}>
              {t('phoneNumbers.add')}
            </Button>
            <Button kind="primary" icon={SearchIcon} onClick={open('buy')}>
              {t('phoneNumbers.buy')}
            </Button>
          </>
        )}
      </PageHead>
      <Warnings model={model} />
      <Tabs
        label={t('phoneNumbers.views')}
        tabs={[
          ['numbers', t('phoneNumbers.title')],
          ['trunks', t('phoneNumbers.trunks.title')],
        ]}
        counts={{ trunks: trunks.value.length }}
        current={view.value}
        onChoose={(chosen) => {
          view.value = chosen
        }}
        controls="phone-numbers-view"
      />
      <div
        id="phone-numbers-view"
        role="tabpanel"
        aria-label={
          view.value === 'trunks' ? t('phoneNumbers.trunks.title') : t('phoneNumbers.title')
        }
      >
        {view.value === 'trunks' ? (
          <TrunkList desk={desk} model={model} onAdd={open('trunk')} />
        ) : (
          <NumberList desk={desk} model={model} onAdd={open('new')} />
        )}
      </div>
      <Dialogs desk={desk} model={model} />
    </Page>
  )
}

interface DialogsProps {
  readonly desk: Desk
  readonly model: PhoneNumbersModel
}

/** The dialog that the address asks for. */
function Dialogs({ desk, model }: DialogsProps) {
  const { edited, numbers, trunks } = model
  const close = () => {
    edited.value = ''
  }
  const done = (text: string) => {
    close()
    desk.toasts.show(text)
    void model.load()
  }
  const trunk = trunks.value.find(({ id }) => String(id) === edited.value)
  const existing = numbers.value?.find(({ id }) => String(id) === edited.value)
  if (edited.value === 'buy') {
    return (
      <BuyDialog
        desk={desk}
        onClose={close}
        onBought={({ phone_number: number }) => done(t('phoneNumbers.bought', { number }))}
      />
    )
  }
  if (edited.value === 'trunk' || trunk) {
    return (
      <TrunkDialog
        desk={desk}
        existing={trunk}
        onClose={close}
        onSaved={() => done(t(trunk ? 'phoneNumbers.trunks.saved' : 'phoneNumbers.trunks.added'))}
      />
    )
  }
  if (edited.value !== 'new' && !existing) return null
  return (
    <NumberDialog
      desk={desk}
      existing={existing}
      onClose={close}
      onSaved={() => done(existing ? t('phoneNumbers.saved') : t('phoneNumbers.added'))}
    />
  )
}

function Warnings({ model: { expired, expiring, unpaid } }: { readonly model: PhoneNumbersModel }) {
  const names = (numbers: readonly ListedNumber[]) =>
    numbers.map(({ nickname, phone_number }) => nickname ?? phone_number).join(', ')
  return (
    <>
      {unpaid.value.length > 0 && (
        <Banner tone="danger">
          {t('phoneNumbers.warnUnpaid', { numbers: names(unpaid.value) })}{' '}
          <a href="/app/balance?dialog=top-up">{t('phoneNumbers.topUp')}</a>
        </Banner>
      )}
      {expired.value.length > 0 && (
        <Banner tone="danger">
          {t('phoneNumbers.warnExpired', { numbers: names(expired.value) })}
        </Banner>
      )}
      {expiring.value.length > 0 && (
        <Banner tone="attention">
          {t('phoneNumbers.warnSoon', { numbers: names(expiring.value) })}
        </Banner>
      )}
    </>
  )
}
