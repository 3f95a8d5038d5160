import type { Notification } from '#contracts/notifications.ts'
import { pushPhrasesFor } from '../../../language/push-phrases.ts'

/** Message to the service worker of the desk, as JSON. */
export interface PushPayload {
  readonly title: string
  readonly body: string
  /** A notification with the same tag is replaced, also one that a tab shows. */
  readonly tag: string
  /** Path to open. */
  readonly url: string
}

/** Maximum length of a text, code points. */
const MAX_TEXT = 200

/** The minimum that a browser needs: the kind and where it leads; names and texts only for whoever chose that. */
export function payloadOf(
  { id, kind, by, conversation_id, conversation, text, url }: Notification,
  { language, shows_text }: { readonly language: string; readonly shows_text: number },
): PushPayload {
  const words = [by?.name, conversation?.visitor?.name, text].filter(Boolean).join(' · ')
  return {
    title: pushPhrasesFor(language)[kind],
    body: shows_text === 1 ? [...words].slice(0, MAX_TEXT).join('') : '',
    tag: conversation_id ?? `notification-${id}`,
    url:
      conversation_id !== null
        ? `/app/inbox/${conversation_id}`
        : url === null
          ? '/app/home'
          : '/app/webhooks',
  }
}
