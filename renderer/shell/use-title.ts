import { useSignalEffect } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { Desk } from '../app/desk.ts'
import { screenName } from './title.ts'

/** Sets the window title to the screen's name and the unread count. */
export function useTitle({ inbox, preferences }: Desk, path: string): void {
  const current = useRef(path)
  current.current = path
  const show = () => {
    const count = preferences.badge.value ? inbox.unread.value : 0
    document.title = `${count > 0 ? `(${count}) ` : ''}${screenName(current.current)} · Parley`
  }
  useSignalEffect(show)
  useEffect(show, [path])
}
