import type { DoorRequest } from './server-messages.ts'

interface Door {
  readonly port: number
  close(): void
}

/** Keeps at most one door open: there is one window for checked pages. */
export function createDoorKeeper<door extends Door>(
  openDoor: (request: DoorRequest) => Promise<door | undefined>,
) {
  let current: door | undefined
  let latest: DoorRequest | undefined

  function close(): void {
    current?.close()
    current = undefined
  }

  return {
    /**
     * Opens a door in place of the one before.
     * @throws Error if there is no such assistant, or if a later request came meanwhile
     */
    async open(request: DoorRequest): Promise<door> {
      close()
      latest = request
      const opened = await openDoor(request)
      if (!opened) throw new Error('There is no such assistant')
      if (latest !== request) {
        opened.close()
        throw new Error('Another page was requested meanwhile')
      }
      current = opened
      return opened
    },
    /** Closes the door at a port; a late message about an earlier door leaves the present one alone. */
    close(port: number): void {
      if (current?.port === port) close()
    },
  }
}
