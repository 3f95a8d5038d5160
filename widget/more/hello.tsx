import { Avatar } from '../parts/avatar.tsx'
import type { View } from '../view.ts'
import { Face, Team, teamWords } from './face.tsx'
import { formFields, isNew } from './offers.ts'

/** Above the greeting of somebody who has not written yet; the head says the same in words. */
export function Hello(view: View) {
  const { assistant } = view.model.state
  if (!assistant || !isNew(view) || formFields(view).length > 0) return null
  return (
    <div class="hello" aria-hidden="true">
      <Avatar name={assistant.name}>
        <Face view={view} path={assistant.picture} />
      </Avatar>
      <b>{assistant.name}</b>
      <p>
        <Team {...view} />
        {teamWords(view)}
      </p>
    </div>
  )
}
