import { computed, type ReadonlySignal, signal } from '@preact/signals'

/** A provider as it is saved. */
interface Saved {
  readonly has_key: boolean
  readonly base_url: string
}

export type KeyEntry = ReturnType<typeof createKeyEntry>

/** The key of a provider that is being added or changed; a kept one is not known here. */
export function createKeyEntry(saved: Saved | undefined, url: ReadonlySignal<string>) {
  const key = signal('')
  /** Set when the kept key is to be forgotten. */
  const forgets = signal(false)
  return {
    hasKey: saved?.has_key === true,
    key,
    forgets,
    /** True if the stored key belongs to another address than the typed one. */
    moves: computed(
      () => saved?.has_key === true && originOf(url.value) !== originOf(saved.base_url),
    ),
    /** The key as it is sent: undefined keeps the one that is kept. */
    sent(): string | null | undefined {
      const entered = key.value.trim()
      if (entered !== '') return entered
      return forgets.value ? null : undefined
    },
  }
}

const originOf = (url: string): string | undefined =>
  URL.canParse(url.trim()) ? new URL(url.trim()).origin : undefined
