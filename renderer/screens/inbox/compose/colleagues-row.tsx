import type { ConversationDetail } from '#contracts/conversations.ts'
import type { Desk } from '../../../app/desk.ts'
import { namesOf } from '../../../app/people/people.ts'
import { t } from '../../../locales/translate.ts'
import { WriteIcon } from '../../../ui/icons-work.tsx'

interface ColleaguesProps {
  readonly desk: Pick<Desk, 'attending'>
  readonly thread: ConversationDetail
}

/** Colleagues who are writing here, or have an unsent draft. */
export function Colleagues({ desk, thread }: ColleaguesProps) {
  const writing = desk.attending.viewersOf(thread.id).filter(({ isReplying }) => isReplying)
  const drafting = thread.drafters.map(({ by }) => by).filter(({ id }) => !isAmong(writing, id))
  return (
    <p class="composer-colleagues" role="status">
      {writing.length > 0 && (
        <span class="is-writing">
          <WriteIcon size={14} /> {t('thread.replying', { names: namesOf(writing) })}
        </span>
      )}
      {drafting.length > 0 && <span>{t('thread.hasDraft', { names: namesOf(drafting) })}</span>}
    </p>
  )
}

const isAmong = (people: readonly { readonly id: number }[], id: number) =>
  people.some((one) => one.id === id)
