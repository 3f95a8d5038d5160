import type { Desk } from '../../app/desk.ts'
import { useModel } from '../../ui/use-model.ts'
import { SmsPolicyCard } from './sms-policy-card.tsx'
import { SmsProviderCard } from './sms-provider-card.tsx'
import { TelephoneCard } from './telephone-card.tsx'
import { createTelephoneModel } from './telephone-model.ts'

/** External providers of this Parley, one card each. */
export function Providers({ desk }: { readonly desk: Desk }) {
  const telephone = useModel(() => createTelephoneModel(desk.api))
  return (
    <>
      <SmsProviderCard desk={desk} onChange={() => void telephone.load()} />
      <TelephoneCard desk={desk} model={telephone} />
      <SmsPolicyCard desk={desk} />
    </>
  )
}
