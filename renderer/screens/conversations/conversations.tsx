import type { Conversation } from '#contracts/conversations.ts'
import { ConversationType } from '#contracts/enums.ts'
import { apiUrl } from '../../app/api.ts'
import type { ScreenProps } from '../../app/screen.ts'
import { t } from '../../locales/translate.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Page, PageHead } from '../../ui/display.tsx'
import { ChatsIcon } from '../../ui/icons.tsx'
import { Empty } from '../../ui/states.tsx'
import { useModel } from '../../ui/use-model.ts'
import { FilterMenu } from '../records/filter-menu.tsx'
import { RecordsList } from '../records/records-list.tsx'
import { conversationColumns } from './columns.tsx'
import { type ConversationsModel, createConversationsModel } from './list-model.ts'

/** All chats of the account. */
export function Conversations({ desk }: ScreenProps) {
  const model = useModel(() => createConversationsModel(desk))
  return (
    <Page>
      <PageHead title={t('conversations.title')} lead={t('conversations.lead')} />
      <RecordsList
        desk={desk}
        model={model}
        label={t('conversations.title')}
        columns={conversationColumns}
        keyOf={({ id }: Conversation) => id}
        nameOf={({ assistant_name, created_at }) =>
          t('conversations.rowName', { assistant: assistant_name, at: created_at })
        }
        hrefOf={({ id }) => `/app/conversations/${id}`}
        counted={(count) => t('conversations.counted', { count })}
        filters={<Filters model={model} />}
        exportUrl={(query) => apiUrl('exportConversations', { query })}
        fileName="conversations"
        empty={
          <Empty
            icon={ChatsIcon}
            title={t('conversations.empty')}
            actions={
              <>
                <LinkButton kind="primary" href="/app/assistants">
                  {t('conversations.emptyAction')}
                </LinkButton>
                <LinkButton href="/demo" isOutside>
                  {t('conversations.emptyDemo')}
                </LinkButton>
              </>
            }
          >
            <p>{t('conversations.emptyHint')}</p>
          </Empty>
        }
      />
    </Page>
  )
}

function Filters({ model }: { readonly model: ConversationsModel }) {
  const { filters, assistants, narrow } = model
  return (
    <>
      <FilterMenu
        label={t('conversations.assistant')}
        value={filters.assistant_id.value}
        options={assistants.value.map(({ id, name }) => ({ value: String(id), label: name }))}
        onChoose={(assistant_id) => narrow({ assistant_id })}
      />
      <FilterMenu
        label={t('conversations.type')}
        value={filters.type.value}
        options={ConversationType.options.map((type) => ({
          value: type,
          label: t(`conversations.types.${type}`),
        }))}
        onChoose={(type) => narrow({ type })}
      />
    </>
  )
}
