import { codePoints, MAX_MESSAGE } from '../length.ts'
import type { View } from '../view.ts'
import { Icon } from './icon.tsx'

/** Maximum number of rows if the browser cannot fit the field's height to its text. */
const ROWS = 5

/** Message input: Enter sends, Shift+Enter starts a new line. */
export function Composer(view: View) {
  const { model, texts, settings, more, needMore, send } = view
  const { draft, files, conversation, problem } = model.state
  const text = draft.trim()
  const left = MAX_MESSAGE - codePoints(text)
  const isTooLong = left < 0
  const isAnswering = conversation?.messages.some(({ status }) => status === 'streaming')
  const rare = files.length > 0 && more?.rareParts(model)
  const isEmpty = !text && files.length === 0

  function onKeyDown(event: KeyboardEvent): void {
    // Safari ends a composition before the Enter that confirms it; only the legacy key code reveals it.
    const isComposing = event.isComposing || event.keyCode === 229
    if (event.key === 'Enter' && !event.shiftKey && !isComposing) onSubmit(event)
  }

  function onSubmit(event: Event): void {
    event.preventDefault()
    // Reads the current draft, which may be newer than the rendered one.
    const { state } = model
    if (state.draft.trim() || state.files.length > 0) send()
    else if (isAnswering) model.stop()
  }

  async function onFiles({ currentTarget }: { readonly currentTarget: HTMLInputElement }) {
    const taken = [...currentTarget.files!]
    currentTarget.value = ''
    await (await needMore())?.takeFiles(taken, view)
  }

  return (
    <form class="composer" onSubmit={onSubmit}>
      {rare && <rare.Taken {...view} />}
      <div class="field">
        {settings.hasFiles && (
          <label class="icon">
            <input type="file" class="sr" multiple aria-label={texts.attach} onChange={onFiles} />
            <Icon path="M16 7l-7 7a2 2 0 0 0 3 3l8-8a4 4 0 0 0-6-6l-8 8a6 6 0 0 0 9 9l6-6" />
          </label>
        )}
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
        {more && <more.EmojiButton {...view} />}
        {isAnswering && (
          <button type="button" class="send" aria-label={texts.stop} onClick={model.stop}>
            <Icon path="M8 8h8v8H8z" />
          </button>
        )}
        {!(isAnswering && isEmpty) && (
          <button type="submit" class="send" aria-label={texts.send} disabled={isEmpty}>
            <Icon path="M12 19V5M5 12l7-7 7 7" />
          </button>
        )}
      </div>
      <p
        id="limit"
        class={isTooLong || problem ? 'note problem' : 'note'}
        role={isTooLong || problem ? 'status' : undefined}
      >
        {problem || (more && <more.Limit {...view} left={left} />)}
      </p>
    </form>
  )
}
