import type { Author, Message } from '#contracts/messages.ts'
import type { TypingNow } from '../../../app/typing.ts'
import { t } from '../../../locales/translate.ts'

interface TypingRowProps {
  readonly typing: TypingNow
  readonly id: string
  /** Whom the conversation is with. */
  readonly name: string
  readonly messages: readonly Message[]
}

/** Reports whether somebody is typing whose message has not begun to appear. */
export function isSomebodyTyping(
  typing: TypingNow,
  { id, messages }: { readonly id: string; readonly messages: readonly Message[] },
): boolean {
  const isWriting = messages.at(-1)?.status === 'streaming'
  return typing.is(id, 'visitor') || (typing.is(id, 'assistant') && !isWriting)
}

/** Typing indicator, with the visitor's text so far. */
export function TypingRow({ typing, id, name, messages }: TypingRowProps) {
  if (typing.is(id, 'visitor'))
    return <Dots author="visitor" name={name} text={typing.textOf(id)} />
  return (
    <Dots
      author="assistant"
      name={messages.find(isAssistant)?.author_name ?? t('thread.ai')}
      text=""
    />
  )
}

const isAssistant = ({ author }: Message) => author === 'assistant'

interface DotsProps {
  readonly author: Author
  readonly name: string
  readonly text: string
}

function Dots({ author, name, text }: DotsProps) {
  return (
    <div class={`message is-first is-${author} is-typing`}>
      {text !== '' && <p class="byline">{t('thread.typingNow', { who: name })}</p>}
      <div class="bubble" dir="auto">
        {text === '' && <span class="visually-hidden">{t('thread.typing', { who: name })}</span>}
        {text}
        <span class="dots" aria-hidden="true">
          <span />
          <span />
          <span />
        </span>
      </div>
    </div>
  )
}
