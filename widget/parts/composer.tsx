import { codePoints, MAX_MESSAGE } from '../length.ts'
import type { View } from '../view.ts'
import { Icon } from './icon.tsx'

/** How many characters before the limit it is shown. */
const NEAR = 200
/** Rows where the browser cannot make the field as high as its text. */
const ROWS = 5

/** Where one writes: Enter sends, Shift and Enter begin a new line. */
export function Composer({ model, texts, send }: View) {
  const { draft } = model.state
  const text = draft.trim()
  const left = MAX_MESSAGE - codePoints(text)
  const isTooLong = left < 0
  const limit = isTooLong ? texts.tooLong : texts.left

  function onKeyDown(event: KeyboardEvent): void {
    // Safari ends a composition before the Enter that ended it: only the old key code tells.
    const isComposing = event.isComposing || event.keyCode === 229
    if (event.key === 'Enter' && !event.shiftKey && !isComposing) onSubmit(event)
  }

  function onSubmit(event: Event): void {
    event.preventDefault()
    send()
  }

  return (
    <form onSubmit={onSubmit}>
      <div class="field">
        <textarea
          rows={Math.min(ROWS, draft.split('\n').length)}
          enterkeyhint="send"
          dir="auto"
          value={draft}
          placeholder={texts.field}
          aria-label={texts.field}
          aria-invalid={isTooLong}
          aria-describedby="limit"
          onInput={({ currentTarget }) => model.write(currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <button type="submit" class="send" aria-label={texts.send} disabled={!text}>
          <Icon path="M12 19V5M5 12l7-7 7 7" />
        </button>
      </div>
      <p
        id="limit"
        class={isTooLong ? 'note problem' : 'note'}
        role={isTooLong ? 'status' : undefined}
      >
        {left <= NEAR && limit.replace('#', `${Math.abs(left)}`)}
      </p>
    </form>
  )
}
