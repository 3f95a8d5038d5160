import type { Wishes } from './options.ts'

/** Gives a part of the widget its colour and its distance from the corner. What makes no sense is as good as none. */
export function dress({ style }: HTMLElement, wishes: Wishes): void {
  const color = `${wishes['color']}`
  if (CSS.supports('color', color)) style.setProperty('--parley-own', color)
  style.marginInline = `${wishes['offset-x']}px`
  style.marginBlock = `${wishes['offset-y']}px`
}

/** Adds a style sheet; constructed ones work under every content security policy. */
export function wear(root: ShadowRoot, text: string): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(text)
  root.adoptedStyleSheets.push(sheet)
}
