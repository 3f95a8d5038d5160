import { define, place } from './element.ts'
import { optionsOf } from './options.ts'

const script = document.currentScript as HTMLScriptElement | null

if (script?.src) {
  define(script.src)
  if (script.dataset['assistant']) place(optionsOf(script))
}
