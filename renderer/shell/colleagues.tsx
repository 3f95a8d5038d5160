import type { Desk } from '../app/desk.ts'
import { t } from '../locales/translate.ts'
import { Avatar } from '../ui/display.tsx'

/** Other operators at the desk, and what they are viewing. */
export function Colleagues({ desk }: { readonly desk: Desk }) {
  const others = desk.attending.colleagues.value
  if (others.length === 0) return null
  return (
    <ul class="colleagues" aria-label={t('shell.team.label')}>
      {others.map(({ operator, status, conversations }) => {
        const words = [
          operator.name,
          status === 'away' && t('shell.team.isAway'),
          conversations.length > 0 && t('shell.team.views', { count: conversations.length }),
        ]
        const label = words.filter(Boolean).join(', ')
        return (
          <li key={operator.id} title={label} data-status={status}>
            <Avatar
              name={operator.name}
              id={String(operator.id)}
              picture={desk.team.pictureOf(operator.id)}
              isOnline={status === 'available'}
            />
            <span class="visually-hidden">{label}</span>
          </li>
        )
      })}
    </ul>
  )
}
