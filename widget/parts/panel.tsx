import type { View } from '../view.ts'
import { Composer } from './composer.tsx'
import { Header } from './header.tsx'
import { Log } from './log.tsx'

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
        {more ? more.spoken(view) : trouble ? texts.unreachable : announcements.at(-1)}
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
function Unreachable({ model, texts, settings, more }: View) {
  const isBlocked = model.state.trouble === 'blocked' && more
  return (
    <div class="notice">
      <p>{isBlocked ? isBlocked.wordsOf(texts).blocked : texts.unreachable}</p>
      {settings.fallback && <a href={settings.fallback}>{texts.elsewhere}</a>}
      <button type="button" onClick={() => model.load()}>
        {texts.retry}
      </button>
    </div>
  )
}
