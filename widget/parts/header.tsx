import type { View } from '../view.ts'
import { Avatar } from './avatar.tsx'
import { Icon } from './icon.tsx'

/** Name of the assistant or operator, and the menu and close buttons. */
export function Header(view: View) {
  const { model, texts, more, close, isInline } = view
  const { assistant, conversation, trouble } = model.state
  const withPerson = conversation?.ai_enabled === false
  const person = withPerson && conversation.messages.findLast(({ author }) => author === 'operator')
  const name = String((person ? person.author_name : assistant?.name) ?? 'Chat')
  const kind = withPerson ? texts.person : texts.assistant

  return (
    <div class="head">
      <Avatar name={name}>
        {more && (
          <more.Face view={view} path={person ? person.author_picture : assistant?.picture} />
        )}
      </Avatar>
      <div>
        <h2>{name}</h2>
        <p role={conversation ? undefined : 'status'}>
          {assistant ? kind : !trouble && texts.loading}
          {assistant && more && <more.Presence {...view} />}
        </p>
      </div>
      {more && <more.MenuButton {...view} />}
      {!isInline && (
        <button type="button" class="icon close" aria-label={texts.close} onClick={close}>
          <Icon path="M6 6l12 12M18 6L6 18" />
        </button>
      )}
    </div>
  )
}
