import type { RawOptions } from './options.ts'

/** Applies colour and corner offsets to a part of the widget; invalid values are ignored. */
export function applyLook({ style }: HTMLElement, look: RawOptions): void {
  const color = look['color'] as string
  if (CSS.supports('color', color)) style.setProperty('--parley-own', color)
  style.marginInline = `${look['offset-x']}px`
  style.marginBlock = `${look['offset-y']}px`
}

/** Adds a style sheet; constructed style sheets work under any content security policy. */
export function adoptStyles(root: ShadowRoot, text: string): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(text)
  root.adoptedStyleSheets.push(sheet)
}
