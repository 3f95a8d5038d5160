import { lab } from '../../support/lab.ts'

/** Patches to built-ins that real libraries applied to every page, made before the widget loads. */
const LIBRARIES: Record<string, string> = {
  'Prototype.js 1.6: own iterators, toJSON, toArray, enumerable extras': `
    Object.extend = (to, from) => { for (const key in from) to[key] = from[key]; return to }
    Object.extend(Array.prototype, {
      each(run) { for (let i = 0; i < this.length; i++) run(this[i], i); return this },
      map(run) { const out = []; this.each((one, i) => out.push((run || (x => x))(one, i))); return out },
      select(run) { const out = []; this.each((one) => { if (run(one)) out.push(one) }); return out },
      filter(run) { return this.select(run) },
      find(run) { for (let i = 0; i < this.length; i++) if (run(this[i])) return this[i] },
      include(one) { return this.indexOf(one) !== -1 },
      entries() { return this.map() }, reverse(inline) { return (inline !== false ? this : this.slice()).sort(() => -1) },
      first() { return this[0] }, last() { return this[this.length - 1] }, clear() { this.length = 0; return this },
      toJSON() { return '[' + this.map(JSON.stringify).join(', ') + ']' },
      toArray() { return this.slice() }, without() { return this.slice() },
    })
    Object.extend(String.prototype, {
      toJSON() { return '"' + this + '"' }, strip() { return this.trim() }, sub(p, r) { return this.replace(p, r) },
      startsWith(s) { return this.lastIndexOf(s, 0) === 0 }, blank() { return /^\\s*$/.test(this) },
    })
    Object.extend(Function.prototype, {
      bind(to, ...args) { const run = this; return function (...more) { return run.apply(to, args.concat(more)) } },
      curry(...args) { return (...more) => this(...args, ...more) }, delay(s) { return setTimeout(this, s * 1000) },
    })
    Object.extend(Object, { keys(o) { const out = []; for (const key in o) out.push(key); return out },
      values(o) { const out = []; for (const key in o) out.push(o[key]); return out } })
    Array.from = (list) => { if (!list) return []; const out = []; for (let i = 0; i < (list.length || 0); i++) out[i] = list[i]; return out }
    window.$A = Array.from; window.$ = (id) => document.getElementById(id)
    Object.extend(Element.prototype, {
      remove() { this.parentNode && this.parentNode.removeChild(this); return this },
      update(text) { this.textContent = text; return this }, show() { this.style.display = '' }, hide() { this.style.display = 'none' },
      toggle() { this.hide() }, select(s) { return Array.from(this.querySelectorAll(s)) },
    })`,
  'MooTools 1.2: Array.from, Element.from, bind, Object and Hash natives': `
    Array.from = (item) => item == null ? [] : item.length === undefined ? [item] : Array.prototype.slice.call(item)
    Array.prototype.clean = function () { return this.filter((one) => one != null) }
    Array.prototype.contains = function (one) { return this.indexOf(one) > -1 }
    Array.prototype.flatten = function () { return this }
    Array.prototype.append = function (more) { this.push.apply(this, more); return this }
    Function.prototype.pass = function (args) { return () => this.apply(null, args) }
    Function.prototype.attempt = function (args, on) { try { return this.apply(on, args) } catch { return null } }
    String.prototype.contains = function (s) { return this.indexOf(s) > -1 }
    String.prototype.clean = function () { return this.replace(/\\s+/g, ' ').trim() }
    Element.prototype.getProperty = Element.prototype.getAttribute
    Element.prototype.setProperty = function (key, value) { this.setAttribute(key, value); return this }
    Element.prototype.set = function (key, value) { this[key] = value; return this }
    Element.prototype.dispose = function () { this.parentNode && this.parentNode.removeChild(this); return this }
    window.Class = function () {}; window.Browser = {}; window.$ = window.$$ = () => null`,
  'Sugar 1: extras on every native, enumerable': `
    for (const type of [Array, String, Number, Date, RegExp, Function, Object])
      for (const name of ['isEmpty', 'each', 'first', 'last', 'at', 'format', 'merge', 'add', 'remove', 'exclude'])
        type.prototype['s_' + name] = function () { return this }
    Array.prototype.at = function (i) { return this[i < 0 ? this.length + i : i] }
    Array.prototype.add = function (x) { return this.concat(x) }
    Array.prototype.remove = function (x) { this.splice(this.indexOf(x), 1); return this }
    String.prototype.at = function (i) { return this.charAt(i < 0 ? this.length + i : i) }
    Date.prototype.format = function () { return String(this) }`,
  'for…in pollution of Object.prototype': `
    Object.prototype.extend = function (from) { for (const key in from) this[key] = from[key]; return this }
    Object.prototype.each = function () {}; Object.prototype.debug = 'yes'`,
  'an old Promise polyfill in place of the native one, on setTimeout': `
    window.Promise = (() => {
      const later = (run) => { setTimeout(run, 1) }
      class Old {
        constructor(run) { this.s = 0; this.v = undefined; this.q = []
          const end = (s) => (v) => { if (this.s) return
            if (s === 1 && v && typeof v.then === 'function') { v.then(end(1), end(2)); return }
            this.s = s; this.v = v; later(() => this.q.splice(0).forEach((go) => go())) }
          try { run(end(1), end(2)) } catch (error) { end(2)(error) } }
        then(yes, no) { return new Old((ok, bad) => { const go = () => { const on = this.s === 1 ? yes : no
            if (typeof on !== 'function') return this.s === 1 ? ok(this.v) : bad(this.v)
            try { ok(on(this.v)) } catch (error) { bad(error) } }
          this.s ? later(go) : this.q.push(go) }) }
        catch(no) { return this.then(undefined, no) }
        static resolve(v) { return new Old((ok) => ok(v)) }
        static reject(v) { return new Old((_, bad) => bad(v)) }
        static all(list) { return new Old((ok, bad) => { const out = []; let left = list.length; if (!left) ok(out)
          list.forEach((one, i) => Old.resolve(one).then((v) => { out[i] = v; if (!--left) ok(out) }, bad)) }) }
        static race(list) { return new Old((ok, bad) => list.forEach((one) => Old.resolve(one).then(ok, bad))) }
      }
      return Old
    })()`,
  'Zone.js and error trackers: timers, listeners, fetch and XHR wrapped': `
    for (const name of ['setTimeout', 'setInterval', 'requestAnimationFrame', 'queueMicrotask']) {
      const own = window[name]
      window[name] = function (run, ...rest) { return own.call(window, function (...args) { try { return run.apply(this, args) } finally {} }, ...rest) }
    }
    const { addEventListener, removeEventListener } = EventTarget.prototype
    const wrapped = new WeakMap()
    EventTarget.prototype.addEventListener = function (type, run, options) {
      const wrap = run && ((event) => typeof run === 'function' ? run.call(this, event) : run.handleEvent(event))
      if (run) wrapped.set(run, wrap)
      return addEventListener.call(this, type, wrap, options)
    }
    EventTarget.prototype.removeEventListener = function (type, run, options) { return removeEventListener.call(this, type, wrapped.get(run) || run, options) }
    const own = window.fetch
    window.fetch = async (...args) => { const answer = await own(...args); await answer.clone().text().catch(() => {}).constructor; return answer }
    const then = Promise.prototype.then
    Promise.prototype.then = function (yes, no) { return then.call(this, yes && ((v) => yes(v)), no && ((v) => no(v))) }`,
  'fetch wrapped by a logger that answers with another object': `
    const own = window.fetch
    window.fetch = function (input, init) {
      return own.call(window, input, init).then((answer) => new Proxy(answer, {
        get: (of, key) => typeof of[key] === 'function' ? of[key].bind(of) : of[key] }))
    }`,
  'old polyfills of DOM methods: append, closest, remove, matches, replaceChildren': `
    Element.prototype.append = DocumentFragment.prototype.append = function () {
      for (let i = 0; i < arguments.length; i++) this.appendChild(typeof arguments[i] === 'string' ? document.createTextNode(arguments[i]) : arguments[i]) }
    Element.prototype.closest = function (selector) { let el = this; while (el && !el.matches(selector)) el = el.parentElement; return el || null }
    Element.prototype.remove = function () { if (this.parentNode) this.parentNode.removeChild(this) }
    Element.prototype.matches = Element.prototype.webkitMatchesSelector
    Element.prototype.toggleAttribute = function (name) { this.hasAttribute(name) ? this.removeAttribute(name) : this.setAttribute(name, '') }
    NodeList.prototype.forEach = Array.prototype.forEach
    Object.assign = function (to) { for (let i = 1; i < arguments.length; i++) for (const key in arguments[i]) if (Object.prototype.hasOwnProperty.call(arguments[i], key)) to[key] = arguments[i][key]; return to }
    Object.entries = (o) => Object.keys(o).map((key) => [key, o[key]])
    Object.fromEntries = (list) => { const out = {}; list.forEach((pair) => { out[pair[0]] = pair[1] }); return out }
    Array.prototype.includes = function (x) { return this.indexOf(x) >= 0 }
    String.prototype.replaceAll = function (a, b) { return this.split(a).join(b) }`,
  'style sheets patched by a CSS-in-JS tool': `
    const { insertRule, replaceSync } = CSSStyleSheet.prototype
    CSSStyleSheet.prototype.insertRule = function (rule, at) { return insertRule.call(this, rule, at) }
    CSSStyleSheet.prototype.replaceSync = function (css) { return replaceSync.call(this, css.replaceAll('\\n', ' ')) }`,
  'attachShadow patched to be closed': `
    const { attachShadow } = Element.prototype
    Element.prototype.attachShadow = function (init) { return attachShadow.call(this, { ...init, mode: this.localName === 'parley-chat' ? 'open' : 'closed' }) }`,
  'customElements patched by a scoped registry polyfill': `
    const { define } = CustomElementRegistry.prototype
    CustomElementRegistry.prototype.define = function (name, type, options) { return define.call(this, name, class extends type {}, options) }`,
  'globals named as a careless script names them': `
    var name = 'x', status = 'y', length = 99, event = {}, parent = null, top = null, chat = 1, Chat = 2, parley = 3, open = 4,
      close = 5, origin = 'nowhere', print = 6, focus = 7, stop = 8, find = 9, root = 10, self = { location: {} }, frames = [],
      escape = 0, screen = 0, history_ = 0, performance = { now: () => 0 }, crypto_ = 0
    window.process = { env: {} }; window.global = window; window.module = { exports: {} }; window.exports = {}; window.require = () => { throw 1 }
    window.define = Object.assign(() => { throw new Error('AMD') }, { amd: {} })`,
  'elements whose ids are names of globals': `
    addEventListener('DOMContentLoaded', () => {
      for (const id of ['parley', 'chat', 'fetch_', 'log', 'panel', 'widget', 'Parley', 'options', 'assistant']) {
        const element = document.createElement('form'); element.id = id
        for (const field of ['dataset', 'id', 'append', 'nodeName']) { const input = document.createElement('input'); input.name = field; element.appendChild(input) }
        document.body.appendChild(element)
      }
    })`,
  'a console without methods': `
    window.console = { log() {} }`,
  'crypto without randomUUID, no structuredClone, no AbortSignal.any, no locks, no navigation API': `
    for (const [of, key] of [[Crypto.prototype, 'randomUUID'], [window, 'structuredClone'], [AbortSignal, 'any'], [window, 'navigation'], [Navigator.prototype, 'locks']])
      try { delete of[key]; if (key in of) Object.defineProperty(of, key, { value: undefined, configurable: true }) } catch {}`,
  'frozen natives (SES, lockdown)': `
    for (const of of [Object, Array, Function, String, Promise, RegExp, Map, Set, Date, Error, JSON, Math])
      { Object.freeze(of); if (of.prototype) Object.freeze(of.prototype) }`,
}

lab('Overridden built-ins', (row) => {
  for (const [title, script] of Object.entries(LIBRARIES)) {
    row(title, async ({ visit, tag, engine, skipUnless }) => {
      skipUnless(
        engine !== 'WebKit' || !/Prototype|Promise polyfill/.test(title),
        'WebDriver’s own scripts run on the built-ins of the page',
      )
      const guest = await visit({ head: `<script>${script}</script>`, tag: tag() })
      await guest.chats()
    })
  }
})
