import { useEffect } from 'preact/hooks'
import type { Desk } from '../app/desk.ts'
import { createNotifier } from '../app/notifications/notifications.ts'
import { createSound } from '../app/notifications/sound.ts'

/** Notifies the operator when they are needed; only one of several tabs does so. */
export function useNotifications(desk: Desk): void {
  useEffect(() => {
    const { attending, inbox, preferences, live } = desk
    const sound = createSound()
    const end = new AbortController()
    let isSpeaker = !('locks' in navigator)
    // The tab that holds the lock notifies; when it closes, the next one takes over.
    void navigator.locks
      ?.request('parley.speaker', { signal: end.signal }, () => {
        isSpeaker = true
        return new Promise((resolve) => end.signal.addEventListener('abort', resolve))
      })
      .catch(() => undefined)
    for (const gesture of ['pointerup', 'keyup'])
      addEventListener(gesture, sound.wake, { signal: end.signal })
    const unsubscribe = live.subscribe(
      createNotifier({
        preferences,
        settings: () => desk.notifications.settings.value,
        itemOf: inbox.find,
        isSeen: attending.isSeen,
        isLooking: () => document.hasFocus() && desk.isVisible.value,
        isSpeaker: () => isSpeaker,
        me: () => attending.me.value,
        mayReply: () => desk.session.may('conversations.change'),
        open: desk.address.go,
        play: sound.play,
        say: desk.announcer.say,
      }),
    )
    return () => {
      end.abort()
      unsubscribe()
    }
  }, [])
}
