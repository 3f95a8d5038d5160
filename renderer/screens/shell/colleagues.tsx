import type { Desk } from '../../desk.ts'
import { shellTexts } from '../../texts/shell.ts'
import { Avatar } from '../../ui/display.tsx'

const t = shellTexts.team

/** Who else is at the desk, and what they are at. */
export function Colleagues({ desk }: { readonly desk: Desk }) {
  const others = desk.attending.colleagues.value
  if (others.length === 0) return null
  return (
    <ul class="colleagues" aria-label={t.label}>
      {others.map(({ operator, status, conversations }) => {
        const words = [
          operator.name,
          status === 'away' && t.isAway,
          conversations.length > 0 && t.views(conversations.length),
        ]
        const label = words.filter(Boolean).join(', ')
        return (
          <li key={operator.id} title={label} data-status={status}>
            <Avatar
              name={operator.name}
              id={String(operator.id)}
              isOnline={status === 'available'}
            />
            <span class="visually-hidden">{label}</span>
          </li>
        )
      })}
    </ul>
  )
}
