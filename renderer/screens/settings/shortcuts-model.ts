import { signal } from '@preact/signals'
import { reservedIn } from '../../app/keys/reserved-keys.ts'
import { SHORTCUTS, type Shortcut } from '../../app/keys/shortcut-list.ts'
import type { Preferences } from '../../app/preferences.ts'
import { t } from '../../locales/translate.ts'

const ALL = Object.entries<Shortcut>(SHORTCUTS)
/** Maximum interval between two keys of one shortcut, ms. */
const BETWEEN = 900

export type ShortcutsModel = ReturnType<typeof createShortcutsModel>

/** Keyboard shortcuts and editing them. */
export function createShortcutsModel(preferences: Pick<Preferences, 'keys'>) {
  const { keys } = preferences
  /** Id of the shortcut whose keys are being recorded. */
  const listening = signal<string>()
  const pressed = signal('')
  const fault = signal<{ readonly id: string; readonly words: string }>()
  let timer: ReturnType<typeof setTimeout> | undefined

  const keysOf = (id: string): readonly string[] => {
    const own = keys.value[id]
    if (own !== undefined) return own === '' ? [] : [own]
    return (SHORTCUTS as Readonly<Record<string, Shortcut>>)[id]?.keys ?? []
  }

  /** Reason why keys cannot be assigned to a shortcut; undefined if they can. */
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
    /** Handles a key while recording; a second key or a pause ends the recording. */
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

/** A key press in the notation of the list; undefined for a modifier alone. */
export function pressOf({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) {
  if (['Control', 'Meta', 'Alt', 'Shift', 'CapsLock', 'AltGraph', 'Dead'].includes(key))
    return undefined
  const name = key.length === 1 ? key.toLowerCase() : key
  const isLetter = /^\p{L}$/u.test(name)
  return [
    (ctrlKey || metaKey) && '$mod',
    altKey && 'Alt',
    // For symbols, the character already reflects Shift.
    shiftKey && (isLetter || key.length > 1) && 'Shift',
    name === ' ' ? 'Space' : name,
  ]
    .filter(Boolean)
    .join('+')
}

const meet = (one: string, other: string | undefined) =>
  one === other || one === 'everywhere' || other === 'everywhere'

/** Equal, or one is a prefix of the other, which would then be unreachable. */
const clash = (one: string, other: string) =>
  one === other || one.startsWith(`${other} `) || other.startsWith(`${one} `)
