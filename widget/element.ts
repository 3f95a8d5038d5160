import { createLauncher } from './launcher.ts'

type Launcher = ReturnType<typeof createLauncher>

/** `<parley-chat>`: the launcher, and the chat once somebody wants it. */
export class ParleyChat extends HTMLElement implements Launcher {
  declare readonly open: Launcher['open']
  declare readonly close: Launcher['close']
  declare readonly toggle: Launcher['toggle']
  declare readonly destroy: Launcher['destroy']

  connectedCallback(): void {
    if (!this.shadowRoot) Object.assign(this, createLauncher(this))
  }

  /** A page that replaces its content, or all of itself, did not mean the chat; it may finish first. */
  async disconnectedCallback(): Promise<void> {
    await null
    if (!this.isConnected && this.dataset['assistant']) document.documentElement?.append(this)
  }
}
