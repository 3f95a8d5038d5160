import { Avatar } from '../parts/avatar.tsx'
import type { Shown } from '../timeline.ts'
import type { View } from '../view.ts'
import { Face } from './face.tsx'
import { wordsOf } from './words.ts'

interface PersonProps {
  readonly view: View
  readonly message: Shown
}

/** Name and face of an operator, visible to everyone. */
export function Person({ view, message: { author_name, author_picture } }: PersonProps) {
  return (
    <p class="author">
      <Avatar name={author_name}>
        <Face view={view} path={author_picture} />
      </Avatar>
      {author_name}
      <b>{view.texts.person}</b>
    </p>
  )
}

/** Line that states who answers from this point on. */
export function Handover({ model, texts }: View) {
  const { joined, handedBack } = wordsOf(texts)
  return <p class="handover">{model.state.conversation?.ai_enabled ? handedBack : joined}</p>
}
