import { BroadcastChannel } from 'node:worker_threads'

// Neither happy-dom nor a context of its own has it; Node's own is the same thing.
globalThis.BroadcastChannel ??= BroadcastChannel as unknown as typeof globalThis.BroadcastChannel

// Preact asks an element for `ondrop` to know the name of the event, and happy-dom has no such properties. A file may run
// without a document.
if (typeof HTMLElement !== 'undefined') {
  for (const name of ['ondragover', 'ondragleave', 'ondrop'])
    Object.defineProperty(HTMLElement.prototype, name, { value: null, configurable: true })
}
