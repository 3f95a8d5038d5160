import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'

const MINUTE = 60_000

/** The current minute as a number, for displayed waiting times. */
export function useMinute(): number {
  const minute = useSignal(Math.floor(Date.now() / MINUTE))
  useEffect(() => {
    const timer = setInterval(() => {
      minute.value = Math.floor(Date.now() / MINUTE)
    }, MINUTE / 2)
    return () => clearInterval(timer)
  }, [])
  return minute.value
}
