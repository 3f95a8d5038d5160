import { wear } from '../dress.ts'
import type { ChatModel } from '../model.ts'
import css from '../more.css?inline'
import type { View } from '../view.ts'
import { warnOfLoopback } from './diagnosis.ts'
import { stayInFront } from './front.ts'
import { acceptFiles } from './given-files.ts'
import { fitToViewport } from './room.ts'

interface Place {
  readonly root: ShadowRoot
  readonly panel: HTMLElement
  readonly origin: string
  readonly model: ChatModel
  readonly onChange: () => void
  /** Texts and settings as they are now. */
  ask(): Pick<View, 'model' | 'texts' | 'settings'>
  readonly signal: AbortSignal
}

/** Settles into a chat that waited for these parts; one that is gone meanwhile needs nothing. */
export function arrive({ root, panel, origin, model, onChange, ask, signal }: Place): void {
  if (signal.aborted) return
  wear(root, css)
  warnOfLoopback(origin, model)
  acceptFiles(panel, ask, signal)
  stayInFront(root.host as HTMLElement, signal)
  fitToViewport(panel, onChange, signal)
  onChange()
}
