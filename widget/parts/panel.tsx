import type { View } from '../view.ts'
import { Composer } from './composer.tsx'
import { Header } from './header.tsx'
import { Log } from './log.tsx'
import { Notice } from './notice.tsx'

export function Panel(view: View) {
  const { model, texts, more, needMore } = view
  const { conversation, trouble, isCut, announcements, notice, pane } = model.state
  if (pane) needMore()
  const rare = pane && more?.rareParts(model)

  return (
    <>
      <Header {...view} />
      {rare ? (
        <rare.Pane {...view} pane={pane} />
      ) : (
        <>
          {(conversation || !trouble) && <Log {...view} />}
          {isCut && <p class="cut">{texts.cut}</p>}
          <Foot {...view} />
        </>
      )}
      {notice && <p class="toast">{notice}</p>}
      {/* The only region that speaks: screen readers leave out what is inserted along with its role. */}
      <p class="sr" role="status">
        {more ? more.spoken(view) : announcements.at(-1)}
      </p>
    </>
  )
}

/** Composer, or the reason why there is none. */
function Foot(view: View) {
  const { model, settings, more, needMore } = view
  const { conversation, trouble } = model.state
  const { ended } = conversation ?? {}
  if (trouble && trouble !== 'gone' && !conversation) return <Unreachable {...view} />
  const isAsking = settings.raw.form && (!more || more.formFields(view).length > 0)
  const isHeld = ended || trouble === 'gone' || isAsking
  if (isHeld) needMore()
  return (
    <>
      {more && <more.Foot {...view} />}
      {!isHeld && <Composer {...view} />}
    </>
  )
}

/** Explains why the chat is not available and offers a retry; the chat also retries automatically. */
function Unreachable(view: View) {
  const { model, texts, more } = view
  const isBlocked = model.state.trouble === 'blocked' && more
  const text = isBlocked ? isBlocked.wordsOf(texts).blocked : texts.unreachable
  return <Notice {...view} text={text} verb={texts.retry} act={() => model.load()} isTrouble />
}
