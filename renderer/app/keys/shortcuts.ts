import { computed, signal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { createKeybindingsHandler } from 'tinykeys'
import type { Icon } from '../../ui/icon.tsx'
import type { Preferences } from '../preferences.ts'
import { reservedIn } from './reserved-keys.ts'
import { SHORTCUTS, type Shortcut, type ShortcutId } from './shortcut-list.ts'

/** Something that can be done now: by shortcut, in the palette, or both. */
export interface Command {
  /** An id from the shortcut list takes its title and keys from there. */
  readonly id: ShortcutId | (string & {})
  /** Label in the palette. */
  readonly title?: string
  /** Heading in the palette. */
  readonly group?: string
  readonly icon?: Icon
  /** Additional search terms for the palette. */
  readonly keywords?: string
  readonly when?: () => boolean
  /** Shortcut only: not listed in the palette. */
  readonly isKeyOnly?: boolean
  /** Also active while typing in a field. Shortcuts with Ctrl or Cmd always are. */
  readonly inFields?: boolean
  /** Returning false leaves the key to the browser. */
  readonly run: (event?: KeyboardEvent) => unknown
}

export type Commands = ReturnType<typeof createCommands>

const KNOWN: Readonly<Record<string, Shortcut>> = SHORTCUTS

/** Commands currently available, and their keys. */
export function createCommands(preferences: Pick<Preferences, 'shortcuts' | 'keys'>) {
  const sets = signal<readonly (() => readonly Command[])[]>([])
  const all = () => sets.value.flatMap((commands) => commands())

  /** This operator's keys for a command; empty if shortcuts are turned off. */
  function keysOf(id: string): readonly string[] {
    const wanted = preferences.keys.value[id]
    if (wanted !== undefined) return wanted === '' ? [] : [wanted]
    return KNOWN[id]?.keys ?? []
  }

  const handler = computed(() => {
    let matched: { command: Command; length: number }[] = []
    const bindings: Record<string, () => void> = {}
    // Two scopes may share a key: the command that is registered here wins.
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
      // If both `g i` and `i` match, the longer one wins.
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

/** All bindings with their command ids: the operator's own keys before the defaults. */
function boundKeys(own: Readonly<Record<string, string>>): [binding: string, id: string][] {
  const defaults = Object.entries(KNOWN).flatMap(([id, { keys }]): [string, string][] =>
    own[id] === undefined ? keys.map((key) => [key, id]) : [],
  )
  const chosen = Object.entries(own).flatMap(([id, key]): [string, string][] =>
    key === '' ? [] : [[key, id]],
  )
  return [...defaults, ...chosen]
}

/** Symbols such as `?` and `/` need Shift on some keyboard layouts only. */
function notation(binding: string): string {
  return binding
    .split(' ')
    .map((press) => (/^[^\p{L}\p{N}]$/u.test(press) ? `[Shift]+${press}` : press))
    .join(' ')
}

function mayRun({ inFields }: Command, event: KeyboardEvent, areSinglesOn: boolean): boolean {
  if (event.defaultPrevented || document.querySelector('dialog[open]')) return false
  const isFree = inFields === true || !isWriting(event.target)
  // In a field, Ctrl+A and similar keys belong to the field.
  if (event.ctrlKey || event.metaKey) return isFree || !reservedIn(`$mod+${event.key}`)
  return areSinglesOn && isFree
}

function isWriting(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName)) &&
    // Radio buttons and checkboxes take no text.
    !target.matches('input:is([type=radio], [type=checkbox])')
  )
}

/** Registers commands while a component is mounted. The list may change on every render. */
export function useCommands(desk: { readonly commands: Commands }, list: readonly Command[]): void {
  const current = useRef(list)
  current.current = list
  // A layout effect, so that a shortcut works as soon as its command is visible.
  useLayoutEffect(() => desk.commands.register(() => current.current), [])
}
