import '../../contacts/contact.css'
import type { ConversationDetail } from '#contracts/conversations.ts'
import type { Desk } from '../../../app/desk.ts'
import { t } from '../../../locales/translate.ts'
import { IconButton } from '../../../ui/button.tsx'
import { CopyIcon } from '../../../ui/icons.tsx'
import { copy } from '../thread/message-actions.tsx'

interface VariablesProps {
  readonly desk: Pick<Desk, 'toasts'>
  readonly variables: ConversationDetail['variables']
}

/** Variables of a conversation, by name. */
export function Variables({ desk, variables }: VariablesProps) {
  const entries = Object.entries(variables)
  if (entries.length === 0) return <p class="details-none">{t('details.noVariables')}</p>
  return (
    <dl class="variables">
      {entries.map(([name, value]) => {
        const text = typeof value === 'string' ? value : JSON.stringify(value, null, 1)
        return (
          <div key={name}>
            <dt>
              <code>{name}</code>
            </dt>
            <dd dir="auto">
              <span>{text}</span>
              <IconButton
                size="small"
                icon={CopyIcon}
                label={t('common.copyOf', { label: name })}
                onClick={() => void copy(desk, text, t('common.copiedOf', { label: name }))}
              />
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
