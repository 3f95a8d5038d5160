import { type Signal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'

/** Counts changes of the page's colours, after which canvas drawings must be redrawn. */
export function useColourChange(): Signal<number> {
  const changes = useSignal(0)
  useEffect(() => {
    const count = () => {
      changes.value += 1
    }
    const observer = new MutationObserver(count)
    observer.observe(document.documentElement, { attributeFilter: ['data-theme', 'dir'] })
    const queries = ['(prefers-color-scheme: dark)', '(prefers-contrast: more)'].map((query) =>
      matchMedia(query),
    )
    for (const query of queries) query.addEventListener('change', count)
    return () => {
      observer.disconnect()
      for (const query of queries) query.removeEventListener('change', count)
    }
  }, [])
  return changes
}
