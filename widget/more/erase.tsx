import { useState } from 'preact/hooks'
import type { View } from '../view.ts'
import { flash } from './flash.ts'
import { rareWordsOf } from './rare-words.ts'
import { erase } from './visitor.ts'

/** Asks for confirmation before everything is erased. */
export function Erase({ model, texts, back }: View & { back(): void }) {
  const words = rareWordsOf(texts)
  const [problem, setProblem] = useState('')
  const [isBusy, setBusy] = useState(false)

  async function onErase(): Promise<void> {
    setBusy(true)
    try {
      await erase(model)
      flash(model, words.erased)
    } catch {
      setProblem(words.eraseFailed)
    }
    setBusy(false)
  }

  return (
    <div class="hint">
      <p>{words.eraseAsk}</p>
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      <div class="row">
        <button type="button" class="quiet" onClick={back}>
          {words.cancel}
        </button>
        <button type="button" class="danger" disabled={isBusy} onClick={onErase}>
          {words.erase}
        </button>
      </div>
    </div>
  )
}
