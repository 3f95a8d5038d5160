/// <reference types="vite/client" />
import { adoptStyles } from '../appearance.ts'
import type { Texts } from '../texts.ts'
import css from './picture.css?inline'
import { wordsOf } from './words.ts'

/** Chats that have the style sheet. */
const styled = new WeakSet<ShadowRoot>()

/** Shows the picture of a link as large as the window, until Escape or a press anywhere. */
export function showPicture(link: HTMLAnchorElement, name: string, texts: Texts): void {
  const root = link.getRootNode() as ShadowRoot
  if (!styled.has(root)) adoptStyles(root, css)
  styled.add(root)
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
  root.appendChild(dialog)
  dialog.showModal()
}
