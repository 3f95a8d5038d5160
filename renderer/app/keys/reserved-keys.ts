/** Keys with Ctrl or Cmd that browsers and text fields need; only K is free. */
const WITH_MOD = 'abcdefghijlmnopqrstuvwxyz0123456789+-='

/** Keys for navigating, leaving, confirming and reloading. */
const NAMED = [
  'Tab',
  'Enter',
  'Escape',
  'Space',
  'Backspace',
  'Delete',
  'Home',
  'End',
  'PageUp',
  'PageDown',
  'ArrowUp',
  'ArrowDown',
  'ArrowLeft',
  'ArrowRight',
  'ContextMenu',
]

/** Reports whether a key such as `$mod+t` or `F5` is reserved by browsers or by convention. */
export function reservedIn(press: string): boolean {
  const parts = press.split(/(?<=.)\+/)
  const key = parts.at(-1) ?? ''
  if (/^F\d{1,2}$/.test(key) || parts.includes('Alt')) return true
  if (parts.includes('$mod')) return key.length > 1 ? key !== 'Enter' : WITH_MOD.includes(key)
  return NAMED.includes(key)
}
