import { EventEmitter } from 'node:events'
import type * as Electron from 'electron'
import type { Surface, TypeSurface } from './read-surface.ts'
import { faultOfArguments, isOfKind, readSignature } from './signature.ts'
import surface from './surface.json' with { type: 'json' }

/*
 * Wraps the stand-in so that it is never more lenient than Electron: anything Electron does not have or would
 * not accept throws here.
 */

const { types, modules, electron }: Surface = surface

/** State shared by the wrappers. */
export const harness = {
  isReady: false,
  /** Calls that should reject, such as `shell.openExternal` → the message. */
  faults: new Map<string, string>(),
  /** Uses that Electron would have rejected, even when the app caught the error. */
  violations: [] as string[],
}

/** Modules, by type name, that throw before `ready`. */
const NEEDS_READY = new Set(['Dialog', 'Screen', 'SafeStorage', 'SystemPreferences', 'Session'])
/** Members of these modules that do not throw. */
const AT_ANY_TIME = new Set(['dialog.showErrorBox'])

/** Names that runtimes and test tools look up on any object. */
const HARMLESS = new Set(['then', 'toJSON', 'asymmetricMatch', 'nodeType', 'tagName'])

function violation(message: string): Error {
  harness.violations.push(message)
  return new Error(message)
}

/** Own and inherited members, or events, of an Electron type. */
function collected(type: string, part: 'members' | 'statics' | 'events'): Record<string, string> {
  const known: TypeSurface | undefined = types[type]
  return known ? { ...collected(known.extends, part), ...known[part] } : {}
}

interface Facade {
  /** Name in messages, such as `shell`. */
  readonly name: string
  readonly type: string
  readonly members: Record<string, string>
  readonly events: Record<string, string>
}

type Modules = typeof Electron

/** Members of an Electron module; those that return a promise there return one here. */
type Members<real, own> = {
  [key in keyof own]: key extends keyof real ? Member<real[key], own[key]> : never
}
type Member<real, own> = real extends AsyncFunction ? Extract<own, AsyncFunction> : own
type AsyncFunction = (...given: never) => Promise<unknown>

/** Makes a module of the stand-in, such as `shell`, as strict as Electron's own. */
export function strictModule<name extends keyof Modules & string, module extends object>(
  name: name,
  module: module & Members<Modules[name], module>,
): module {
  const type = modules[name]
  if (!type) throw new Error(`Electron ${electron} has no module ${name}`)
  const [, isStatic] = /^typeof (\w+)$/.exec(type) ?? []
  const facade: Facade = isStatic
    ? { name, type: isStatic, members: collected(isStatic, 'statics'), events: {} }
    : { name, type, members: collected(type, 'members'), events: collected(type, 'events') }
  guard(module, facade, [])
  return module
}

/** Makes the instances of a stand-in class as strict as Electron's; `inner` are members for the stand-in itself. */
export function strictClass(type: string, stand: Function, inner: readonly string[] = []): void {
  if (!types[type]) throw new Error(`Electron ${electron} has no class ${type}`)
  const members = collected(type, 'members')
  guard(stand.prototype, { name: type, type, members, events: collected(type, 'events') }, inner)
  const statics = { name: type, type, members: collected(type, 'statics'), events: {} }
  for (const name of Object.getOwnPropertyNames(stand)) {
    if (typeof Reflect.get(stand, name) === 'function' && !inner.includes(name))
      replace(stand, name, statics)
  }
}

/** Throws before `ready`, as Electron's constructors do. */
export function assertReady(what: string): void {
  if (!harness.isReady) throw violation(`Cannot create ${what} before app is ready`)
}

function guard(target: object, facade: Facade, inner: readonly string[]): void {
  const own = Object.getOwnPropertyNames(target).filter(
    (name) => name !== 'constructor' && !inner.includes(name) && !name.startsWith('_'),
  )
  for (const name of own) replace(target, name, facade)
  if (Reflect.get(target, 'on') !== undefined) watchEvents(target, facade)
  const base = Object.create(Object.getPrototypeOf(target))
  Object.setPrototypeOf(target, new Proxy(base, { get: lookUp(facade, inner) }))
}

/** Handles access to members that the stand-in lacks. */
function lookUp({ name, members }: Facade, inner: readonly string[]) {
  return (base: object, key: string | symbol, receiver: unknown) => {
    if (typeof key === 'symbol' || key in base || HARMLESS.has(key) || inner.includes(key))
      return Reflect.get(base, key, receiver)
    const signature = members[key]
    if (signature === undefined) throw violation(`Electron ${electron} has no ${name}.${key}`)
    // Electron omits what a platform does not support.
    if (!isHere(signature)) return undefined
    throw violation(`The stand-in has no ${name}.${key} yet`)
  }
}

function isHere(signature: string): boolean {
  const { platforms } = readSignature(signature)
  return platforms.length === 0 || platforms.includes(process.platform)
}

function replace(target: object, key: string, facade: Facade): void {
  const { value } = Object.getOwnPropertyDescriptor(target, key)!
  if (key in EventEmitter.prototype) return
  const name = `${facade.name}.${key}`
  const signature = facade.members[key]
  if (signature === undefined) throw new Error(`The stand-in invents ${name}`)
  if (!isHere(signature)) {
    Object.defineProperty(target, key, { value: undefined })
    return
  }
  if (typeof value === 'function')
    Object.defineProperty(target, key, { value: checked(name, facade.type, signature, value) })
}

function checked(name: string, type: string, signature: string, run: Function) {
  const { calls } = readSignature(signature)
  const isPromise = calls.some(({ result }) => result === 'promise')
  return function (this: unknown, ...given: unknown[]): unknown {
    if (NEEDS_READY.has(type) && !AT_ANY_TIME.has(name) && !harness.isReady)
      throw violation(`${name} cannot be used before app is ready`)
    const fault = faultOfArguments(calls, given)
    if (fault) throw violation(`${name} ${fault}`)
    const planned = harness.faults.get(name)
    if (planned !== undefined) {
      if (!isPromise) throw new Error(planned)
      return Promise.reject(new Error(planned))
    }
    const result = run.apply(this, given)
    if (!calls.some((call) => isOfKind(result, call.result)))
      throw new Error(
        `The stand-in's ${name} answers ${typeof result}, Electron's ${calls[0]!.result}`,
      )
    return result
  }
}

const LISTENS = ['on', 'once', 'off', 'addListener', 'removeListener', 'prependListener'] as const

/** Restricts listeners and the stand-in itself to existing events and their arguments. */
function watchEvents(target: object, { name, events }: Facade): void {
  for (const method of LISTENS) {
    const listen: Function = Reflect.get(target, method)
    const value = function (this: object, event: string, listener: unknown) {
      if (!(event in events)) throw violation(`${name} has no event '${event}'`)
      return listen.call(this, event, listener)
    }
    Object.defineProperty(target, method, { value })
  }
  const emit: Function = Reflect.get(target, 'emit')
  const value = function (this: object, event: string, ...given: unknown[]) {
    const wanted = events[event]
    if (wanted === undefined) throw new Error(`The stand-in's ${name} invents '${event}'`)
    if (wanted !== '*' && given.length !== Number(wanted))
      throw new Error(`'${event}' of ${name} has ${wanted} arguments, not ${given.length}`)
    return emit.call(this, event, ...given)
  }
  Object.defineProperty(target, 'emit', { value })
}
