import type { View } from '../view.ts'
import { Icon } from './icon.tsx'

/** Whom one is talking to, and the way out. */
export function Header({ model, texts, close }: View) {
  const { assistant, conversation, trouble } = model.state
  const withPerson = conversation?.ai_enabled === false
  const person = withPerson && conversation.messages.findLast(({ author }) => author === 'operator')
  const name = String((person ? person.author_name : assistant?.name) ?? 'Chat')
  const kind = withPerson ? texts.person : texts.kind

  return (
    <div class="head">
      <span class="avatar" aria-hidden="true">
        {[...name][0]}
      </span>
      <div>
        <h2>{name}</h2>
        <p role="status">{assistant ? kind : !trouble && texts.loading}</p>
      </div>
      <button type="button" aria-label={texts.close} onClick={close}>
        <Icon path="M6 6l12 12M18 6L6 18" />
      </button>
    </div>
  )
}
