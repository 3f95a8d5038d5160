import type { PendingAnswer } from '#contracts/hold-fields.ts'
import type { Author, Message } from '#contracts/messages.ts'
import type { TypingNow } from '../../../app/typing.ts'
import { t } from '../../../locales/translate.ts'

interface TypingRowProps {
  readonly typing: TypingNow
  readonly id: string
  /** Name of the visitor. */
  readonly name: string
  readonly messages: readonly Message[]
  /** True during a call. */
  readonly isCall: boolean
  /** Name of the operator who took the call. */
  readonly speaker: string | undefined
}

/** Authors in order of priority, if several are active. */
const AUTHORS = ['visitor', 'operator', 'assistant'] as const

/** A conversation with the text that has begun to appear, to the desk at least. */
interface Answered {
  readonly id: string
  readonly messages: readonly Message[]
  readonly pending_answer?: PendingAnswer | null
}

/** Reports whether somebody is typing whose message has not started to appear. */
export function isAnyoneTyping(
  typing: TypingNow,
  { id, messages, pending_answer }: Answered,
): boolean {
  const isWriting = messages.at(-1)?.status === 'streaming' || Boolean(pending_answer?.text)
  const isSaying = typing.textOf(id, 'operator') !== ''
  return typing.is(id, 'visitor') || isSaying || (typing.is(id, 'assistant') && !isWriting)
}

/** Typing indicator, with the text so far; on a call, the words so far. */
export function TypingRow({ typing, id, name, messages, isCall, speaker }: TypingRowProps) {
  const author = AUTHORS.find((one) => typing.is(id, one)) ?? 'assistant'
  const names = {
    visitor: () => name,
    operator: () => speaker ?? t('thread.activity.somebody'),
    assistant: () => messages.find(isAssistant)?.author_name ?? t('thread.ai'),
  }
  return (
    <Dots author={author} name={names[author]()} text={typing.textOf(id, author)} isCall={isCall} />
  )
}

const isAssistant = ({ author }: Message) => author === 'assistant'

interface DotsProps {
  readonly author: Author
  readonly name: string
  readonly text: string
  readonly isCall: boolean
}

function Dots({ author, name, text, isCall }: DotsProps) {
  return (
    <div class={`message is-first is-${author} is-typing`}>
      {text !== '' && (
        <p class="byline">
          {isCall ? t('thread.sayingNow', { who: name }) : t('thread.typingNow', { who: name })}
        </p>
      )}
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
