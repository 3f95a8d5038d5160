import type { Texts } from '../texts.ts'
import { wordsOf } from './words.ts'

/** Shows the picture of a link as large as the window, until Escape or a press anywhere. */
export function showPicture(link: HTMLAnchorElement, name: string, texts: Texts): void {
  const dialog = document.createElement('dialog')
  const picture = document.createElement('img')
  const button = document.createElement('button')
  dialog.className = 'large'
  dialog.ariaLabel = picture.alt = name
  picture.src = link.href
  button.className = 'icon'
  button.textContent = '✕'
  button.ariaLabel = wordsOf(texts).back
  dialog.append(picture, button)
  dialog.onclick = () => dialog.close()
  dialog.onclose = () => {
    dialog.parentNode?.removeChild(dialog)
    link.focus()
  }
  // What the page does with Escape is none of its business.
  dialog.onkeydown = (event) => event.stopPropagation()
  link.getRootNode().appendChild(dialog)
  dialog.showModal()
}
