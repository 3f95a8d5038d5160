import type { Announcer } from '../app/announcer.ts'

/**
 * The region that screen readers follow. It is always there, because they leave out what is inserted along with its
 * region; not atomic, because what is still there was read already.
 */
export function Announcements({ announcer }: { readonly announcer: Announcer }) {
  return (
    <div class="visually-hidden" role="status" aria-atomic="false">
      {announcer.kept.value.map(({ id, text }) => (
        <p key={id}>{text}</p>
      ))}
    </div>
  )
}
