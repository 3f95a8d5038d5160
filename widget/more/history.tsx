import { useEffect, useState } from 'preact/hooks'
import type { View } from '../view.ts'
import { calls, type ListedConversation } from './calls.ts'
import { show } from './moves.ts'
import { rareWordsOf } from './rare-words.ts'

/** The visitor's conversations, newest first. */
export function History({ model, texts, focus }: View) {
  const words = rareWordsOf(texts)
  const [list, setList] = useState<readonly ListedConversation[] | 'failed'>()

  function load(): void {
    const { api, storage } = model.tools
    if (!storage.read().token) {
      setList([])
      return
    }
    setList(undefined)
    calls(api)
      .conversations()
      .then(
        ({ data }) => setList(data),
        () => setList('failed'),
      )
  }
  useEffect(load, [])

  if (!list) return <p class="hint">{texts.loading}</p>
  if (list === 'failed') {
    return (
      <p class="hint" role="alert">
        {texts.unreachable}{' '}
        <button type="button" class="link" onClick={load}>
          {texts.retry}
        </button>
      </p>
    )
  }
  if (list.length === 0) return <p class="hint">{words.noHistory}</p>
  return (
    <ul class="history">
      {list.map(({ id, created_at, title, last_message, ended }) => (
        <li key={id}>
          <button
            type="button"
            aria-current={id === model.state.conversation?.id}
            onClick={() => {
              show(model, id)
              requestAnimationFrame(focus)
            }}
          >
            <span dir="auto">{title ?? last_message?.content}</span>
            <small>
              {new Date(last_message?.created_at ?? created_at).toLocaleString(texts.language, {
                dateStyle: 'medium',
                timeStyle: 'short',
              })}
              {ended && ` · ${words.ended}`}
            </small>
          </button>
        </li>
      ))}
    </ul>
  )
}
