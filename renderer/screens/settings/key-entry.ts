import { computed, type ReadonlySignal, signal } from '@preact/signals'

/** A saved provider. */
interface Saved {
  readonly has_key: boolean
  readonly base_url: string
}

export type KeyEntry = ReturnType<typeof createKeyEntry>

/** The API key of a provider being added or edited; a stored key is not known here. */
export function createKeyEntry(saved: Saved | undefined, url: ReadonlySignal<string>) {
  const key = signal('')
  /** True if the stored key should be deleted. */
  const forgets = signal(false)
  return {
    hasKey: saved?.has_key === true,
    key,
    forgets,
    /** True if the typed URL has another origin than the one that the stored key is for. */
    moves: computed(
      () => saved?.has_key === true && originOf(url.value) !== originOf(saved.base_url),
    ),
    /** The key to send; undefined keeps the stored one. */
    sent(): string | null | undefined {
      const entered = key.value.trim()
      if (entered !== '') return entered
      return forgets.value ? null : undefined
    },
  }
}

const originOf = (url: string): string | undefined =>
  URL.canParse(url.trim()) ? new URL(url.trim()).origin : undefined
