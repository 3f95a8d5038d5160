interface WindowsOptions {
  /** Length of a window, ms. */
  readonly windowMs: number
  /** Maximum number of keys; beyond it, the oldest are dropped. */
  readonly maxKeys: number
  readonly now: () => Date
}

interface Window {
  count: number
  /** Milliseconds since 1970. */
  readonly endsAt: number
}

/** Counts by key in fixed windows, which start at the key's first use. Kept in memory: a restart resets the counts. */
export function createWindows({ windowMs, maxKeys, now }: WindowsOptions) {
  const windows = new Map<string, Window>()

  /** The current window of a key; a clock that was set back starts a new one. */
  function find(key: string): Window | undefined {
    const time = now().getTime()
    const found = windows.get(key)
    return found && found.endsAt > time && found.endsAt <= time + windowMs ? found : undefined
  }

  return {
    find,
    /** Adds to the window of a key, or opens one; returns its count. */
    add(key: string, amount = 1): number {
      const open = find(key)
      if (open) {
        open.count += amount
        return open.count
      }
      windows.delete(key)
      if (windows.size >= maxKeys) windows.delete(windows.keys().next().value!)
      windows.set(key, { count: amount, endsAt: now().getTime() + windowMs })
      return amount
    },
  }
}
