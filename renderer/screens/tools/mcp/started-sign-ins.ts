import { signal } from '@preact/signals'

/** Sign-ins that were started and are finished on another page, until that is too late. */
export function createStartedSignIns() {
  /** Their pages, by server. */
  const pages = signal<ReadonlyMap<number, string>>(new Map())
  const timers = new Map<number, ReturnType<typeof setTimeout>>()

  function forget(id: number): void {
    clearTimeout(timers.get(id))
    timers.delete(id)
    pages.value = new Map([...pages.value].filter(([each]) => each !== id))
  }

  return {
    pages,
    forget,
    keep(id: number, url: string, until: string): void {
      forget(id)
      pages.value = new Map([...pages.value, [id, url]])
      timers.set(id, setTimeout(forget, Date.parse(until) - Date.now(), id))
    },
    stop(): void {
      for (const timer of timers.values()) clearTimeout(timer)
    },
  }
}
