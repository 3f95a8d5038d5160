import type { Author, Message } from '#contracts/messages.ts'
import { AUTHORS } from '../../people.ts'
import type { TypingNow } from '../../typing.ts'

interface TypingRowProps {
  readonly typing: TypingNow
  readonly id: string
  readonly messages: readonly Message[]
}

/** Who is about to say something. */
export function TypingRow({ typing, id, messages }: TypingRowProps) {
  const isWriting = messages.at(-1)?.status === 'streaming'
  if (typing.is(id, 'visitor')) return <Dots author="visitor" />
  if (typing.is(id, 'assistant') && !isWriting) return <Dots author="assistant" />
  return null
}

function Dots({ author }: { readonly author: Author }) {
  return (
    <li>
      <div class={`message is-first is-${author} is-typing`}>
        <div class="bubble">
          <span class="visually-hidden">{AUTHORS[author]} is typing</span>
          <span class="dots" aria-hidden="true">
            <span />
            <span />
            <span />
          </span>
        </div>
      </div>
    </li>
  )
}
