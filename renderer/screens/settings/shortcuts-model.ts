import { signal } from '@preact/signals'
import { reservedIn } from '../../app/keys/reserved-keys.ts'
import { SHORTCUTS, type Shortcut } from '../../app/keys/shortcut-list.ts'
import type { Preferences } from '../../app/preferences.ts'
import { t } from '../../locales/translate.ts'

const ALL = Object.entries<Shortcut>(SHORTCUTS)
/** Two keys that follow each other within this time are one shortcut, ms. */
const BETWEEN = 900

export type ShortcutsModel = ReturnType<typeof createShortcutsModel>

/** Keyboard shortcuts and changes to them. */
export function createShortcutsModel(preferences: Pick<Preferences, 'keys'>) {
  const { keys } = preferences
  /** The shortcut whose keys are being pressed. */
  const listening = signal<string>()
  const pressed = signal('')
  const fault = signal<{ readonly id: string; readonly words: string }>()
  let timer: ReturnType<typeof setTimeout> | undefined

  const keysOf = (id: string): readonly string[] => {
    const own = keys.value[id]
    if (own !== undefined) return own === '' ? [] : [own]
    return (SHORTCUTS as Readonly<Record<string, Shortcut>>)[id]?.keys ?? []
  }

  /** Conflicts of assigning these keys to a shortcut. */
  function faultOf(id: string, binding: string): string | undefined {
    if (binding.split(' ').some(reservedIn)) return t('settings.shortcuts.reserved')
    const place = ALL.find(([name]) => name === id)?.[1].place
    const other = ALL.find(
      ([name, shortcut]) =>
        name !== id &&
        meet(shortcut.place, place) &&
        keysOf(name).some((one) => clash(one, binding)),
    )
    return other && t('settings.shortcuts.clash', { other: other[1].title })
  }

  function choose(id: string, binding: string): boolean {
    const words = binding === '' ? undefined : faultOf(id, binding)
    fault.value = words === undefined ? undefined : { id, words }
    if (words !== undefined) return false
    keys.value = { ...keys.value, [id]: binding }
    return true
  }

  function end(): void {
    clearTimeout(timer)
    listening.value = undefined
    pressed.value = ''
  }

  return {
    listening,
    pressed,
    fault,
    keysOf,
    faultOf,
    choose,
    isOwn: (id: string) => keys.value[id] !== undefined,
    reset(id: string): void {
      const { [id]: _, ...others } = keys.value
      keys.value = others
      fault.value = undefined
    },
    resetAll(): void {
      keys.value = {}
      fault.value = undefined
    },
    listen(id: string): void {
      end()
      fault.value = undefined
      listening.value = id
    },
    end,
    /** A key while listening; the second one, or a pause, ends it. */
    press(event: KeyboardEvent): void {
      const id = listening.value
      if (id === undefined) return
      event.preventDefault()
      event.stopPropagation()
      if (event.key === 'Escape') {
        end()
        return
      }
      const press = pressOf(event)
      if (press === undefined) return
      const binding = pressed.value === '' ? press : `${pressed.value} ${press}`
      pressed.value = binding
      clearTimeout(timer)
      const finish = () => {
        choose(id, binding)
        end()
      }
      if (binding.includes(' ') || press.includes('$mod')) finish()
      else timer = setTimeout(finish, BETWEEN)
    },
  }
}

/** A pressed key in the notation of the list; nothing for a key that only changes others. */
export function pressOf({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) {
  if (['Control', 'Meta', 'Alt', 'Shift', 'CapsLock', 'AltGraph', 'Dead'].includes(key))
    return undefined
  const name = key.length === 1 ? key.toLowerCase() : key
  const isLetter = /^\p{L}$/u.test(name)
  return [
    (ctrlKey || metaKey) && '$mod',
    altKey && 'Alt',
    // A sign says by itself whether Shift was needed.
    shiftKey && (isLetter || key.length > 1) && 'Shift',
    name === ' ' ? 'Space' : name,
  ]
    .filter(Boolean)
    .join('+')
}

const meet = (one: string, other: string | undefined) =>
  one === other || one === 'everywhere' || other === 'everywhere'

/** Alike, or one begins the other, which could then never be reached. */
const clash = (one: string, other: string) =>
  one === other || one.startsWith(`${other} `) || other.startsWith(`${one} `)
