import type { TeamName } from '#contracts/teams.ts'
import { Avatar } from '../../../ui/display.tsx'
import { tagColorOf } from './label-colour.ts'

/** A team's initials in its colour; its name stands next to it. */
export function TeamMark({ name, colour }: Pick<TeamName, 'name' | 'colour'>) {
  const hue = tagColorOf(colour)
  return (
    <span class={`team-mark ${typeof hue === 'number' ? '' : 'is-grey'}`}>
      <Avatar name={name} id={name} hue={typeof hue === 'number' ? hue : undefined} size="small" />
    </span>
  )
}
