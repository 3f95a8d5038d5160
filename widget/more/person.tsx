import { Avatar } from '../parts/avatar.tsx'
import type { Texts } from '../texts.ts'
import type { View } from '../view.ts'
import { wordsOf } from './words.ts'

/** Name of an operator, visible to everyone. */
export function Person({ texts, name }: { readonly texts: Texts; readonly name: string }) {
  return (
    <p class="author">
      <Avatar name={name} />
      {name}
      <b>{texts.person}</b>
    </p>
  )
}

/** Line that states who answers from this point on. */
export function Handover({ model, texts }: View) {
  const { joined, handedBack } = wordsOf(texts)
  return <p class="handover">{model.state.conversation?.ai_enabled ? handedBack : joined}</p>
}
