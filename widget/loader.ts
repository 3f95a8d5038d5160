import { ParleyChat } from './element.ts'
import { parseOrigin, parseUuid } from './options.ts'

const TAG = 'parley-chat'

const script =
  (document.currentScript as HTMLScriptElement | null) ??
  document.querySelector<HTMLScriptElement>('script[data-assistant]')

if (script) start(script)

/** Puts one launcher on the page for the assistant that the tag names. */
function start({ dataset, src }: HTMLScriptElement): void {
  const assistant = parseUuid(dataset['assistant'])
  const origin = parseOrigin(src)
  if (!assistant || !origin) {
    console.error('Parley: data-assistant is no assistant id.')
    return
  }
  if (!customElements.get(TAG)) customElements.define(TAG, ParleyChat)
  if (document.querySelector(`${TAG}[data-assistant="${assistant}"]`)) return
  const element = document.createElement(TAG)
  Object.assign(element.dataset, dataset, { assistant, origin })
  document.documentElement.append(element)
}
