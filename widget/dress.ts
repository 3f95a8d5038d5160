import type { Wishes } from './options.ts'

/** Applies colour and corner offsets to a part of the widget; invalid values are ignored. */
export function dress({ style }: HTMLElement, wishes: Wishes): void {
  const color = wishes['color'] as string
  if (CSS.supports('color', color)) style.setProperty('--parley-own', color)
  style.marginInline = `${wishes['offset-x']}px`
  style.marginBlock = `${wishes['offset-y']}px`
}

/** Adds a style sheet; constructed style sheets work under any content security policy. */
export function wear(root: ShadowRoot, text: string): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(text)
  root.adoptedStyleSheets.push(sheet)
}
