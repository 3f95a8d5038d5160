import { BroadcastChannel } from 'node:worker_threads'

// Neither happy-dom nor its context provides this; Node's own is equivalent.
globalThis.BroadcastChannel ??= BroadcastChannel as unknown as typeof globalThis.BroadcastChannel

// Preact checks an element for `ondrop` to derive the event's name, and happy-dom lacks such properties. A
// file may run without a document.
if (typeof HTMLElement !== 'undefined') {
  for (const name of ['ondragover', 'ondragleave', 'ondrop'])
    Object.defineProperty(HTMLElement.prototype, name, { value: null, configurable: true })
}
