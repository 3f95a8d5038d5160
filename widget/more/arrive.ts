import { adoptStyles } from '../appearance.ts'
import type { ChatModel } from '../model.ts'
import css from '../more.css?inline'
import type { View } from '../view.ts'
import { warnOfLoopback } from './diagnosis.ts'
import { acceptFiles } from './given-files.ts'
import { sendLeft } from './left.ts'
import { keepPlace } from './place.ts'
import { fitToViewport, holdPage } from './room.ts'
import { keepInTopLayer } from './top-layer.ts'

interface Place {
  readonly root: ShadowRoot
  readonly panel: HTMLElement
  readonly origin: string
  readonly model: ChatModel
  readonly onChange: () => void
  /** Returns the current texts and settings. */
  ask(): Pick<View, 'model' | 'texts' | 'settings'>
  readonly signal: AbortSignal
}

/** Initialises these parts in the chat that loaded them, unless it has been destroyed meanwhile. */
export function arrive({ root, panel, origin, model, onChange, ask, signal }: Place): void {
  if (signal.aborted) return
  adoptStyles(root, css)
  warnOfLoopback(origin, model)
  acceptFiles(panel, ask, signal)
  keepInTopLayer(root.host as HTMLElement, signal)
  fitToViewport(panel, onChange, signal)
  holdPage(panel, signal)
  keepPlace(panel, model, signal)
  sendLeft(model)
  onChange()
}
