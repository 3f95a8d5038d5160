import { Avatar } from '../parts/avatar.tsx'
import { say } from '../texts.ts'
import type { View } from '../view.ts'
import { wordsOf } from './words.ts'

interface FaceProps {
  readonly view: View
  readonly path: string | null | undefined
}

/** Picture over the initials of an avatar. A page may forbid pictures from elsewhere: then the initials stay. */
export function Face({ view: { origin }, path }: FaceProps) {
  if (!path) return null
  return (
    <img
      key={path}
      class="face"
      src={origin + path}
      alt=""
      onError={({ currentTarget }) => {
        currentTarget.hidden = true
      }}
    />
  )
}

/** People who are at the desk, and how soon they usually reply; without names for one who talks with a person. */
export function teamWords({ model, texts }: View, isNamed = true): string {
  const { team = [], team_online, reply_minutes } = model.state.assistant ?? {}
  const names = isNamed && team.length > 0 ? `${team.map(({ name }) => name).join(', ')}: ` : ''
  const pace =
    reply_minutes && say(wordsOf(texts), 'within', { time: timeOf(reply_minutes, texts.language) })
  return [team_online && names + wordsOf(texts).online, pace].filter(Boolean).join(' · ')
}

/** Overlapping faces of the people at the desk, for one who talks with the assistant. */
export function Team(view: View) {
  const { assistant, conversation } = view.model.state
  const { team = [] } = assistant ?? {}
  if (team.length === 0 || conversation?.ai_enabled === false) return null
  const words = teamWords(view)
  return (
    <span class="team" role="img" aria-label={words} title={words}>
      {team.map(({ name, picture }) => (
        <Avatar key={name} name={name}>
          <Face view={view} path={picture} />
        </Avatar>
      ))}
    </span>
  )
}

/** Formats minutes as `5 minutes`, `2 hours` or `3 days`. */
export function timeOf(minutes: number, language: string): string {
  const [value, unit] =
    minutes < 60
      ? [minutes, 'minute']
      : minutes < 1440
        ? [minutes / 60, 'hour']
        : [minutes / 1440, 'day']
  return value.toLocaleString(language, { style: 'unit', unit, unitDisplay: 'long' })
}
