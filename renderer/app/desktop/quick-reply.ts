import type { QuickReply } from '../../../electron/desktop-api.ts'
import { t } from '../../locales/translate.ts'
import { explain } from '../api.ts'
import type { Desk } from '../desk.ts'
import { keepOutbox, type Outgoing, readOutbox } from '../inbox/outbox.ts'

type Needs = Pick<Desk, 'address' | 'api' | 'storage' | 'toasts'>

/**
 * Sends a reply written in a notification. Until it is delivered, it stays in the conversation's outbox, where it can
 * be resent under the same id.
 */
export async function quickReply(desk: Needs, { conversation, text }: QuickReply): Promise<void> {
  const { address, api, storage, toasts } = desk
  const params = { uuid: conversation }
  const entry: Outgoing = {
    client_id: crypto.randomUUID(),
    content: text,
    created_at: new Date().toISOString(),
    files: [],
    state: 'sending',
  }
  const others = () =>
    readOutbox(storage, conversation).filter(({ client_id }) => client_id !== entry.client_id)
  keepOutbox(storage, conversation, [...others(), entry])
  try {
    await takeOver(api, conversation)
    const { client_id, content } = entry
    await api.replyToConversation({ params, body: { client_id, content } })
    keepOutbox(storage, conversation, others())
  } catch (failure) {
    const onSelect = () => address.go(`/app/inbox/${conversation}`)
    toasts.show(t('desktop.notSent', { why: explain(failure) }), {
      tone: 'danger',
      action: { label: t('desktop.open'), onSelect },
      stay: 'open',
    })
  }
}

/** Answering takes the conversation over, so that the assistant does not talk over the operator. */
async function takeOver(api: Desk['api'], uuid: string): Promise<void> {
  const { ai_mode, ai_epoch, ended_at } = await api.getConversation({ params: { uuid } })
  if (ai_mode !== 'auto' || ended_at) return
  await api.turnDial({ params: { uuid }, body: { mode: 'human', epoch: ai_epoch } })
}
