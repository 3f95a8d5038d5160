import { wear } from '../dress.ts'
import type { ChatModel } from '../model.ts'
import css from '../more.css?inline'
import { warnOfLoopback } from './diagnosis.ts'
import { fitToViewport } from './room.ts'

interface Place {
  readonly root: ShadowRoot
  readonly panel: HTMLElement
  readonly origin: string
  readonly model: ChatModel
  readonly onChange: () => void
  readonly signal: AbortSignal
}

/** Settles into a chat that waited for these parts; one that is gone meanwhile needs nothing. */
export function arrive({ root, panel, origin, model, onChange, signal }: Place): void {
  if (signal.aborted) return
  wear(root, css)
  warnOfLoopback(origin, model)
  fitToViewport(panel, onChange, signal)
  onChange()
}
