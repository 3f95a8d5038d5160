import type { View } from '../view.ts'
import { Composer } from './composer.tsx'
import { Header } from './header.tsx'
import { Log } from './log.tsx'

/** The whole chat. */
export function Panel({ view }: { readonly view: View }) {
  const { model, texts } = view
  const { conversation, trouble, isCut, announcement } = model.state

  return (
    <>
      <Header {...view} />
      {(conversation || !trouble) && <Log {...view} />}
      {isCut && (
        <p class="cut" role="status">
          {texts.cut}
        </p>
      )}
      <Foot {...view} />
      <p class="sr" role="status">
        {announcement}
      </p>
    </>
  )
}

/** Where one writes, or why one cannot. */
function Foot(view: View) {
  const { model, texts } = view
  const { conversation, trouble } = model.state
  if (conversation?.ended) {
    return <Notice text={texts.ended} verb={texts.again} act={model.startOver} />
  }
  if (trouble === 'gone') return <Notice text={texts.gone} />
  if (!trouble || conversation) return <Composer {...view} />
  return <Notice text={texts.unreachable} verb={texts.retry} act={model.load} />
}

function Notice({ text, verb, act }: { text: string; verb?: string; act?(): void }) {
  return (
    <div class="notice" role="alert">
      <p>{text}</p>
      {verb && (
        <button type="button" onClick={act}>
          {verb}
        </button>
      )}
    </div>
  )
}
