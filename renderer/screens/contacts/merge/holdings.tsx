import type { ContactHoldings } from '#contracts/contact-merges.ts'
import { t } from '../../../locales/translate.ts'

const SHOWN = ['conversations', 'calls', 'notes', 'labels', 'variables', 'pages'] as const

/** Everything that belongs to a contact, in numbers. */
export function Holdings({ holdings }: { readonly holdings: ContactHoldings }) {
  const some = SHOWN.filter((name) => holdings[name] > 0)
  if (some.length === 0) return <p class="quiet">{t('contacts.holdings.none')}</p>
  return (
    <ul class="merging-holdings">
      {some.map((name) => (
        <li key={name}>{t(`contacts.holdings.${name}`, { count: holdings[name] })}</li>
      ))}
    </ul>
  )
}
