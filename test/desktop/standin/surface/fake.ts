import { EventEmitter } from 'node:events'
import type * as Electron from 'electron'
import type { Surface, TypeSurface } from './read-surface.ts'
import surface from './surface.json' with { type: 'json' }

/* Checks a test's replacements for Electron against the API of the installed version, by name: members and events. */

const { types, modules, electron }: Surface = surface

/** Properties whose values are checked as well → their type. */
const PARTS: Readonly<Record<string, string>> = {
  commandLine: 'CommandLine',
  defaultSession: 'Session',
  dock: 'Dock',
  session: 'Session',
  webContents: 'WebContents',
  webRequest: 'WebRequest',
}

/** Checks a test's replacements for parts of Electron by name; throws when Electron has no such member. */
export function fakeElectron<fake extends { [name in keyof typeof Electron]?: unknown }>(
  fake: fake,
): fake {
  const held = Object.entries(fake).map(([name, part]) => {
    const type = modules[name]
    if (!type) throw new Error(`Electron ${electron} has no ${name}`)
    const [, statics] = /^typeof (\w+)$/.exec(type) ?? []
    if (typeof part === 'function') return [name, heldClass(part, type.replace('typeof ', ''))]
    if (statics) holdMembers(part as object, statics, 'statics')
    else hold(part as object, type)
    return [name, part]
  })
  return Object.fromEntries(held)
}

/**
 * A class whose instances are checked on construction. Fields of their own are the test's business, unless
 * they are functions.
 */
function heldClass(fake: Function, type: string): Function {
  holdMembers(fake, type, 'statics')
  holdMembers(fake.prototype, type, 'members')
  return new Proxy(fake, {
    construct(target, given, self) {
      const made: object = Reflect.construct(target, given, self)
      const fields = Object.entries(made).filter(
        ([name, value]) => typeof value === 'function' || name in PARTS,
      )
      holdMembers(Object.fromEntries(fields), type, 'members')
      holdEvents(made, type)
      return made
    },
  })
}

function hold(fake: object, type: string): void {
  holdMembers(fake, type, 'members')
  holdEvents(fake, type)
}

const OF_CLASSES = new Set(['constructor', 'length', 'name', 'prototype'])

function holdMembers(fake: object, type: string, part: 'members' | 'statics'): void {
  const known = collected(type, part)
  const isClass = typeof fake === 'function'
  for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(fake))) {
    if (name in EventEmitter.prototype || /^(_|domain$)/.test(name)) continue
    if ((isClass || name === 'constructor') && OF_CLASSES.has(name)) continue
    if (!(name in known)) throw new Error(`Electron ${electron} has no ${type}.${name}`)
    const inner = PARTS[name]
    if (inner && typeof value === 'object' && value !== null) hold(value, inner)
  }
}

/** Rejects listeners for events that do not exist, which would never fire. */
function holdEvents(fake: object, type: string): void {
  if (!(fake instanceof EventEmitter)) return
  const events = collected(type, 'events')
  for (const method of ['on', 'once', 'emit'] as const) {
    const run: Function = fake[method]
    const value = function (this: object, event: string, ...given: unknown[]) {
      if (!(event in events)) throw new Error(`Electron ${electron}: ${type} has no event ${event}`)
      return run.call(this, event, ...given)
    }
    Object.defineProperty(fake, method, { value, configurable: true, writable: true })
  }
}

/** Own and inherited members, or events, of an Electron type. */
function collected(type: string, part: 'members' | 'statics' | 'events'): Record<string, string> {
  const known: TypeSurface | undefined = types[type]
  return known ? { ...collected(known.extends, part), ...known[part] } : {}
}
