import type { PublicAssistant } from '#contracts/widget.ts'
import { text } from '../settings.ts'
import { say } from '../texts.ts'
import type { View } from '../view.ts'
import { EmailForm } from './form.tsx'
import { wordsOf } from './words.ts'

interface AwayProps extends View {
  readonly away: NonNullable<PublicAssistant['away']>
}

/** Shown while no operator is available: when one will be back, and a form for the visitor's email address. */
export function Away(view: AwayProps) {
  const { texts, settings, model } = view
  const hasWritten = model.state.conversation?.messages.some(({ author }) => author === 'visitor')
  const isReachable = Boolean(model.variables()['email'])
  return (
    <div class="away">
      <p>{text(settings.raw.away) ?? `${when(view)} ${wordsOf(texts).leaveMessage}`}</p>
      {hasWritten && !isReachable && <EmailForm {...view} />}
    </div>
  )
}

function when({ texts, away: { back_at } }: AwayProps): string {
  if (!back_at) return wordsOf(texts).awayNow
  const at = new Date(back_at)
  const isSoon = at.getTime() - Date.now() < 20 * 3_600_000
  const time = at.toLocaleString(texts.language, {
    ...(!isSoon && { weekday: 'long' }),
    hour: 'numeric',
    minute: '2-digit',
  })
  return say(wordsOf(texts), 'away', { time })
}
