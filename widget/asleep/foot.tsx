import { adoptStyles } from '../appearance.ts'
import { left } from '../more/left.ts'
import { rareParts } from '../more/rare.ts'
import type { View } from '../view.ts'
import css from './asleep.css?inline'
import { asleepWordsOf } from './words-of.ts'

const styled = new WeakSet<Node>()

/** Above the composer while Parley cannot be reached: what happens to messages, and a form for the visitor's address. */
export function Foot(view: View) {
  const { model } = view
  const words = asleepWordsOf(view)
  const isReachable = model.variables()['email'] || view.storage.read().subject
  const isAsking = !view.more!.isNew(view) && !isReachable
  const rare = isAsking && rareParts(model)
  return (
    <div class="away asleep" ref={adopt}>
      <p>{words.asleep}</p>
      {rare && (
        <>
          <p>{words.asleepEmail}</p>
          <rare.EmailForm {...view} onSaved={() => remember(left(model))} />
        </>
      )}
    </div>
  )
}

function remember(key: string): void {
  try {
    localStorage[key] = 1
  } catch {
    // Storage refused: it is sent when Parley is back, if this page stays.
  }
}

function adopt(foot: HTMLElement | null): void {
  const root = foot?.getRootNode()
  if (!root || styled.has(root)) return
  styled.add(root)
  adoptStyles(root as ShadowRoot, css)
}
