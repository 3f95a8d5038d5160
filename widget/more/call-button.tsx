import { Icon } from '../parts/icon.tsx'
import type { View } from '../view.ts'
import { formFields } from './offers.ts'
import { wordsOf } from './words.ts'

/** Starts a call; its code is loaded on click. */
export function CallButton(view: View) {
  const { model, texts } = view
  const { assistant, conversation, Call } = model.state
  if (Call) return <Call {...view} />
  if (!assistant?.web_calls || conversation?.ended || formFields(view).length > 0) return null
  const { call } = wordsOf(texts)

  function begin(): void {
    // In some browsers, audio that is not started within the click stays silent.
    const context = new AudioContext()
    context.resume()
    import('../voice/voice.tsx').then(
      (voice) => voice.begin(view, context),
      () => context.close(),
    )
  }

  return (
    <button type="button" class="icon" title={call} aria-label={call} onClick={begin}>
      <Icon path="M5 4h4l2 5-2 1a11 11 0 0 0 5 5l1-2 5 2v4a2 2 0 0 1-2 2A15 15 0 0 1 3 6a2 2 0 0 1 2-2" />
    </button>
  )
}
