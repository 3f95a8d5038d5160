import type { Desk } from '../../app/desk.ts'
import { SmsPolicyCard } from './sms-policy-card.tsx'
import { SmsProviderCard } from './sms-provider-card.tsx'

/** External providers of this Parley: one card each. */
export function Providers({ desk }: { readonly desk: Desk }) {
  return (
    <>
      <SmsProviderCard desk={desk} />
      <SmsPolicyCard desk={desk} />
    </>
  )
}
