import './channels.css'
import { useSignal } from '@preact/signals'
import type { Desk } from '../../../app/desk.ts'
import { EmailCard } from './email-card.tsx'
import { EmailTextsCard } from './email-texts-card.tsx'
import { FollowUpsCard } from './follow-ups-card.tsx'
import { MailboxCard } from './mailbox-card.tsx'
import { SendersCard } from './messenger/senders-card.tsx'
import { OutboxCard } from './outbox-card.tsx'
import { ReceivedCard } from './received-card.tsx'
import { ReceptionCard } from './reception-card.tsx'

/** Ways to reach visitors outside the chat: email in both directions, when assistants write, and the messaging channel. */
export function Channels({ desk }: { readonly desk: Desk }) {
  /** The provider chosen for outgoing mail, whose mailbox it is most often. */
  const preset = useSignal('')
  const choose = (id: string) => {
    preset.value = id
  }
  return (
    <>
      {desk.session.may('server.providers') && <EmailCard desk={desk} onPreset={choose} />}
      {desk.session.may('server.providers') && <MailboxCard desk={desk} preset={preset} />}
      {desk.session.may('server.providers') && <ReceptionCard desk={desk} />}
      {desk.session.may('assistants') && <FollowUpsCard desk={desk} />}
      {desk.session.may('assistants') && <EmailTextsCard desk={desk} />}
      <OutboxCard desk={desk} />
      <ReceivedCard desk={desk} />
      <SendersCard desk={desk} />
    </>
  )
}
