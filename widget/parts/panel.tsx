import type { View } from '../view.ts'
import { Composer } from './composer.tsx'
import { Header } from './header.tsx'
import { Log } from './log.tsx'

export function Panel(view: View) {
  const { model, texts, more, needMore } = view
  const { conversation, trouble, isCut, announcement, notice, pane } = model.state
  if (pane) needMore()

  return (
    <>
      <Header {...view} />
      {pane && more ? (
        <more.Pane {...view} pane={pane} />
      ) : (
        <>
          {(conversation || !trouble) && <Log {...view} />}
          {isCut && (
            <p class="cut" role="status">
              {texts.cut}
            </p>
          )}
          <Foot {...view} />
        </>
      )}
      {notice && <p class="toast">{notice}</p>}
      <p class="sr" role="status">
        {notice || announcement}
      </p>
    </>
  )
}

/** Composer, or the reason why there is none. */
function Foot(view: View) {
  const { model, texts, settings, more, needMore } = view
  const { conversation, trouble, assistant } = model.state
  if (conversation?.ended) {
    if (settings.hasRating) needMore()
    return (
      <>
        {settings.hasRating && more && <more.Rating {...view} />}
        <Notice {...view} text={texts.ended} verb={texts.again} act={model.startOver} />
      </>
    )
  }
  if (trouble === 'gone') return <Notice {...view} text={texts.gone} isTrouble />
  if (trouble && !conversation) return <Unreachable {...view} />
  if (settings.raw.form) {
    needMore()
    if (!more) return null
    if (more.formFields(view).length > 0) return <more.Form {...view} />
  }
  return (
    <>
      {assistant?.away && more && <more.Away {...view} away={assistant.away} />}
      <Composer {...view} />
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

interface NoticeProps extends View {
  readonly text: string
  readonly verb?: string
  readonly isTrouble?: boolean
  act?(): void
}

function Notice({ text, verb, act, isTrouble, texts, settings }: NoticeProps) {
  return (
    <div class="notice" role="alert">
      <p>{text}</p>
      {isTrouble && settings.fallback && <a href={settings.fallback}>{texts.elsewhere}</a>}
      {verb && (
        <button type="button" onClick={act}>
          {verb}
        </button>
      )}
    </div>
  )
}
