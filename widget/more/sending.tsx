import { Icon } from '../parts/icon.tsx'
import { say } from '../texts.ts'
import type { View } from '../view.ts'
import { rareWordsOf } from './rare-words.ts'
import { indicate, takeBack } from './uploads.ts'

interface SendingProps {
  readonly view: View
  /** Client-generated id of the message. */
  readonly message: string
  readonly name: string
}

/** Shows how much of a file has been sent, with a button that takes the message back. */
export function Sending({ view: { model, texts }, message, name }: SendingProps) {
  return (
    <>
      <b
        class="share"
        role="progressbar"
        aria-label={name}
        ref={(element) => indicate(message, name, element)}
      />
      <button
        type="button"
        class="icon cancel"
        aria-label={say(rareWordsOf(texts), 'removeFile', { name })}
        onClick={() => takeBack(model, message)}
      >
        <Icon path="M7 7l10 10M17 7L7 17" />
      </button>
    </>
  )
}
