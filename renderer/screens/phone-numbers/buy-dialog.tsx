import { useEffect, useRef } from 'preact/hooks'
import type { NumberOffer, PhoneNumber } from '#contracts/phone-numbers.ts'
import type { Desk } from '../../app/desk.ts'
import { formatMoney } from '../../format/numbers.ts'
import { locale } from '../../locales/language.ts'
import { t } from '../../locales/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Choices, Select, TextInput } from '../../ui/controls.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, FieldError } from '../../ui/field.tsx'
import { SearchIcon } from '../../ui/icons.tsx'
import { Banner, Empty, Loading } from '../../ui/states.tsx'
import { useModel } from '../../ui/use-model.ts'
import { countryName } from '../records/phone.ts'
import { type BuyModel, createBuyModel } from './buy-model.ts'

interface BuyDialogProps {
  readonly desk: Desk
  readonly onBought: (number: PhoneNumber) => void
  readonly onClose: () => void
}

/** Searches for a number and buys it. */
export function BuyDialog({ desk, onBought, onClose }: BuyDialogProps) {
  const model = useModel(() => createBuyModel(desk.api, locale.startsWith('de') ? 'DE' : 'US'))
  useEffect(() => void model.start(), [model])
  const form = useRef<HTMLFormElement>(null)
  const { offer, busy, errors } = model

  async function submit(event?: Event): Promise<void> {
    event?.preventDefault()
    const bought = await model.buy()
    if (bought) return onBought(bought)
    form.current?.querySelector<HTMLElement>('[aria-invalid=true], input:checked')?.focus()
  }

  return (
    <Dialog
      title={t('phoneNumbers.buyTitle')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button
            kind="primary"
            busy={busy.value}
            disabled={!offer.value}
            onClick={() => void submit()}
          >
            {offer.value
              ? t('phoneNumbers.buyFor', { price: formatMoney(offer.value.price) })
              : t('phoneNumbers.buy')}
          </Button>
        </>
      }
    >
      <form ref={form} class="form" noValidate onSubmit={(event) => void submit(event)}>
        <p class="quiet">{t('phoneNumbers.buyHint')}</p>
        <Criteria model={model} />
        <Offers model={model} />
        <FieldError id="number-offer-error" error={errors.value['phone_number']} />
        <Cost model={model} />
        {model.failure.value && <Banner tone="danger">{model.failure.value}</Banner>}
        <button type="submit" hidden />
      </form>
    </Dialog>
  )
}

function Criteria({ model }: { readonly model: BuyModel }) {
  const { country, countries, digits, errors } = model
  const names = countries.value
    .map((code) => ({ code, name: countryName(code) }))
    .sort((a, b) => a.name.localeCompare(b.name, locale))
  return (
    <div class="number-criteria">
      <Field label={t('phoneNumbers.country')} error={errors.value['country_code']}>
        {(wiring) => (
          <Select {...wiring} value={country.value} onEdit={model.chooseCountry}>
            {names.map(({ code, name }) => (
              <option key={code} value={code} selected={code === country.value}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={t('phoneNumbers.digits')} isOptional error={errors.value['contains']}>
        {(wiring) => (
          <TextInput
            {...wiring}
            dir="ltr"
            inputMode="numeric"
            autocomplete="off"
            value={digits.value}
            onEdit={model.type}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              // Searches instead of buying.
              event.preventDefault()
              void model.search()
            }}
          />
        )}
      </Field>
    </div>
  )
}

function Offers({ model }: { readonly model: BuyModel }) {
  const { offers, chosen, isSearching } = model
  if (!offers.value) {
    return isSearching.value ? <Loading label={t('phoneNumbers.searching')} rows={3} /> : null
  }
  if (offers.value.length === 0) {
    return (
      <Empty icon={SearchIcon} title={t('phoneNumbers.noOffers')}>
        <p>{t('phoneNumbers.noOffersHint')}</p>
      </Empty>
    )
  }
  return (
    <div class="number-offers" aria-busy={isSearching.value || undefined}>
      <Choices
        label={t('phoneNumbers.offers')}
        isList
        value={chosen.value}
        onChoose={(number) => {
          chosen.value = number
        }}
        options={offers.value.map((offer) => ({
          value: offer.phone_number,
          // Isolated, so that it reads from left to right in any language.
          label: `\u2066${offer.phone_number_formatted}\u2069`,
          hint: hintFor(offer),
        }))}
      />
    </div>
  )
}

function hintFor({ price, sms_capable: canText, address_requirements: needed }: NumberOffer) {
  const monthly = t('phoneNumbers.monthly', { price: formatMoney(price) })
  const parts = [monthly, t(canText ? 'phoneNumbers.callsAndTexts' : 'phoneNumbers.callsOnly')]
  return [...parts, ...(needed === 'none' ? [] : [t('phoneNumbers.addressNeeded')])].join(' · ')
}

/** The balance, and what the purchase leaves of it. */
function Cost({ model: { balance, offer } }: { readonly model: BuyModel }) {
  const now = balance.value
  if (now === undefined) return null
  const after = offer.value && now - offer.value.price
  return (
    <p class="quiet">
      {t('phoneNumbers.balance', { amount: formatMoney(now) })}{' '}
      {after !== undefined && after >= 0 && t('phoneNumbers.after', { amount: formatMoney(after) })}
      {after !== undefined && after < 0 && (
        <a href="/app/balance?dialog=top-up">{t('phoneNumbers.topUp')}</a>
      )}
    </p>
  )
}
