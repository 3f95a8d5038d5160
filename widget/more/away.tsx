import type { PublicAssistant } from '#contracts/widget.ts'
import { text } from '../settings.ts'
import { say } from '../texts.ts'
import type { View } from '../view.ts'
import { timeOf } from './face.tsx'
import { EmailForm } from './form.tsx'
import { rareWordsOf } from './rare-words.ts'

interface AwayProps extends View {
  readonly away: NonNullable<PublicAssistant['away']>
}

/** Shown while no operator is available: when one will be back, how soon they reply, and a form for the visitor's email address. */
export function Away(view: AwayProps) {
  const { texts, settings, model } = view
  const hasWritten = model.state.conversation?.messages.some(({ author }) => author === 'visitor')
  const isReachable = Boolean(model.variables()['email'])
  return (
    <div class="away">
      <p>
        {text(settings.raw.away) ?? `${when(view)} ${rareWordsOf(texts).leaveMessage}`} {soon(view)}
      </p>
      {hasWritten && !isReachable && <EmailForm {...view} />}
    </div>
  )
}

/** The time within which people mostly reply. */
function soon({ texts, model }: AwayProps): string {
  const minutes = model.state.assistant?.reply_minutes
  if (!minutes) return ''
  const time = timeOf(minutes, texts.language)
  return say(rareWordsOf(texts), 'usually', { time })
}

function when({ texts, away: { back_at } }: AwayProps): string {
  if (!back_at) return rareWordsOf(texts).awayNow
  const at = new Date(back_at)
  const isSoon = at.getTime() - Date.now() < 20 * 3_600_000
  const time = at.toLocaleString(texts.language, {
    ...(!isSoon && { weekday: 'long' }),
    hour: 'numeric',
    minute: '2-digit',
  })
  return say(rareWordsOf(texts), 'away', { time })
}
