import type { View } from '../view.ts'
import { fallAsleep } from './fall-asleep.ts'
import { formFields } from './offers.ts'
import { rareParts } from './rare.ts'

/** Part below the conversation that replaces the composer, or stands above it. */
export function Foot(view: View) {
  const { model } = view
  const { conversation, trouble, assistant, asleep, outbox } = model.state
  const { ended = false } = conversation ?? {}
  const hasForm = formFields(view).length > 0
  const away = assistant?.away
  if (outbox.some(({ status }) => status === 'waiting')) fallAsleep(model, view.settings.look)
  if (asleep?.isOn) return <asleep.Foot {...view} />
  const isGone = trouble === 'gone'
  const rare = (ended || isGone || hasForm || away) && rareParts(model)
  if (!rare) return null
  if (ended) return <rare.Ended {...view} />
  if (isGone) return <rare.Gone {...view} />
  return (
    <>
      {away && <rare.Away {...view} away={away} />}
      {hasForm && <rare.Form {...view} />}
    </>
  )
}
