import { BroadcastChannel } from 'node:worker_threads'

// Neither happy-dom nor a context of its own has it; Node's own is the same thing.
globalThis.BroadcastChannel ??= BroadcastChannel as unknown as typeof globalThis.BroadcastChannel
