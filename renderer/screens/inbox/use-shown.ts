import { useEffect, useState } from 'preact/hooks'

/**
 * Id of the conversation to show beside the list. It follows the address from one conversation to another after a paint, in
 * which the list already marks the new one: replacing a whole thread takes several times as long.
 */
export function useShown(id: string | undefined): string | undefined {
  const [shown, show] = useState(id)
  useEffect(() => show(id), [id])
  return id === undefined || shown === undefined ? id : shown
}
