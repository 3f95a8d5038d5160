import { computed, signal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { createKeybindingsHandler } from 'tinykeys'
import type { Icon } from '../../ui/icon.tsx'
import type { Preferences } from '../preferences.ts'
import { reservedIn } from './reserved-keys.ts'
import { SHORTCUTS, type Shortcut, type ShortcutId } from './shortcut-list.ts'

/** Something that can be done now: by a key, in the palette, or both. */
export interface Command {
  /** One of the shortcut list has its title and keys from there. */
  readonly id: ShortcutId | (string & {})
  /** Label in the palette. */
  readonly title?: string
  /** Heading in the palette. */
  readonly group?: string
  readonly icon?: Icon
  /** Other words by which the palette finds it. */
  readonly keywords?: string
  readonly when?: () => boolean
  /** A key only: the palette does not list it. */
  readonly isKeyOnly?: boolean
  /** Also while somebody writes in a field. Keys with Ctrl or Cmd do that anyway. */
  readonly inFields?: boolean
  /** Returning false leaves the key to the browser. */
  readonly run: (event?: KeyboardEvent) => unknown
}

export type Commands = ReturnType<typeof createCommands>

const KNOWN: Readonly<Record<string, Shortcut>> = SHORTCUTS

/** Commands available now, and their keys. */
export function createCommands(preferences: Pick<Preferences, 'shortcuts' | 'keys'>) {
  const sets = signal<readonly (() => readonly Command[])[]>([])
  const all = () => sets.value.flatMap((commands) => commands())

  /** The keys of a command as this operator has them; none when they are turned off. */
  function keysOf(id: string): readonly string[] {
    const wanted = preferences.keys.value[id]
    if (wanted !== undefined) return wanted === '' ? [] : [wanted]
    return KNOWN[id]?.keys ?? []
  }

  const handler = computed(() => {
    let matched: { command: Command; length: number }[] = []
    const bindings: Record<string, () => void> = {}
    // Keys of two places may be alike: the command that is here is meant.
    const uses = Map.groupBy(boundKeys(preferences.keys.value), ([binding]) => notation(binding))
    for (const [binding, same] of uses) {
      const ids = same.map(([, id]) => id)
      bindings[binding] = () => {
        const command = all().findLast((one) => ids.includes(one.id) && (one.when?.() ?? true))
        if (command) matched.push({ command, length: binding.split(' ').length })
      }
    }
    const handle = createKeybindingsHandler(bindings, { ignore: (event) => event.isComposing })
    return (event: KeyboardEvent): void => {
      matched = []
      handle(event)
      // Of `g i` and `i` only the longer one was meant.
      const longest = matched.toSorted((a, b) => b.length - a.length)[0]
      if (longest && mayRun(longest.command, event, preferences.shortcuts.value)) {
        if (longest.command.run(event) !== false) event.preventDefault()
      }
    }
  })

  return {
    /** Commands for the palette. */
    list: computed(() => all().filter((one) => !one.isKeyOnly && (one.when?.() ?? true))),
    keysOf,
    titleOf: ({ id, title }: Command) => title ?? KNOWN[id]?.title ?? id,
    /** Reports whether a command is available on this screen. */
    isHere: (id: string) => all().some((one) => one.id === id),
    run: (id: string) =>
      all()
        .findLast((one) => one.id === id)
        ?.run(),
    register(commands: () => readonly Command[]): () => void {
      sets.value = [...sets.peek(), commands]
      return () => {
        sets.value = sets.peek().filter((one) => one !== commands)
      }
    },
    onKey: (event: KeyboardEvent): void => handler.value(event),
  }
}

/** Every binding with what it is for: the operator's own keys before those of the list. */
function boundKeys(own: Readonly<Record<string, string>>): [binding: string, id: string][] {
  const defaults = Object.entries(KNOWN).flatMap(([id, { keys }]): [string, string][] =>
    own[id] === undefined ? keys.map((key) => [key, id]) : [],
  )
  const chosen = Object.entries(own).flatMap(([id, key]): [string, string][] =>
    key === '' ? [] : [[key, id]],
  )
  return [...defaults, ...chosen]
}

/** Signs such as `?` and `/` need Shift on some keyboards and not on others. */
function notation(binding: string): string {
  return binding
    .split(' ')
    .map((press) => (/^[^\p{L}\p{N}]$/u.test(press) ? `[Shift]+${press}` : press))
    .join(' ')
}

function mayRun({ inFields }: Command, event: KeyboardEvent, areSinglesOn: boolean): boolean {
  if (event.defaultPrevented || document.querySelector('dialog[open]')) return false
  const isFree = inFields === true || !isWriting(event.target)
  // In a field Ctrl+A and its kind belong to the field.
  if (event.ctrlKey || event.metaKey) return isFree || !reservedIn(`$mod+${event.key}`)
  return areSinglesOn && isFree
}

function isWriting(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName)) &&
    // Nobody writes in a choice.
    !target.matches('input:is([type=radio], [type=checkbox])')
  )
}

/** Offers commands while a component is shown. They may change at every drawing. */
export function useCommands(desk: { readonly commands: Commands }, list: readonly Command[]): void {
  const current = useRef(list)
  current.current = list
  // At once, so that a key works as soon as what it does is to be seen.
  useLayoutEffect(() => desk.commands.register(() => current.current), [])
}
