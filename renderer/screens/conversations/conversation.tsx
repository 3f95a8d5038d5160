import '../records/records.css'
import type { ConversationDetail } from '#contracts/conversations.ts'
import type { Message } from '#contracts/messages.ts'
import type { Desk } from '../../app/desk.ts'
import { titleOf } from '../../app/people/people.ts'
import type { ScreenProps } from '../../app/screen.ts'
import { formatMoney, formatNumber } from '../../format/numbers.ts'
import { t } from '../../locales/translate.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Badge, Card, Page, PageHead } from '../../ui/display.tsx'
import { InboxIcon } from '../../ui/icons.tsx'
import { Time } from '../../ui/time.tsx'
import { useModel } from '../../ui/use-model.ts'
import { MessageText } from '../inbox/thread/message-text.tsx'
import { Deliveries } from '../records/deliveries.tsx'
import { NotThere } from '../records/not-there.tsx'
import { hasOutcome, OutcomeFacts } from '../records/outcome-facts.tsx'
import { Values } from '../records/values.tsx'
import { useWayBack } from '../records/way-back.ts'
import { type ConversationRecordModel, createConversationRecordModel } from './record-model.ts'

/** A conversation's record: transcript, outcome and webhook deliveries. */
export function ConversationRecord({ desk, params }: ScreenProps) {
  const id = params['id'] ?? ''
  const model = useModel(() => createConversationRecordModel(desk, id), [id])
  const found = model.conversation.value
  const back = { href: useWayBack(desk, `/app/inbox/${id}`), label: t('shell.screens.inbox') }
  if (found)
    return <ConversationRecordDetail desk={desk} model={model} conversation={found} back={back} />
  return (
    <Page>
      <PageHead title={t('conversations.title')} back={back} />
      <NotThere model={model} of="conversations" />
    </Page>
  )
}

interface ConversationRecordDetailProps {
  readonly desk: Desk
  readonly model: ConversationRecordModel
  readonly conversation: ConversationDetail
  readonly back: { readonly href: string; readonly label: string }
}

function ConversationRecordDetail({
  desk,
  model,
  conversation,
  back,
}: ConversationRecordDetailProps) {
  const { id, messages, variables, webhook_deliveries } = conversation
  return (
    <Page>
      <PageHead
        title={titleOf(conversation)}
        lead={
          <>
            <bdi>{conversation.assistant_name}</bdi> ·{' '}
            <Time at={conversation.created_at} as="full" />
          </>
        }
        back={back}
      >
        <LinkButton href={`/app/inbox/${id}`} icon={InboxIcon}>
          {t('conversations.openInInbox')}
        </LinkButton>
      </PageHead>
      <div class="record">
        <div class="record-main">
          <Card title={t('conversations.transcript')}>
            {messages.length === 0 && <p class="quiet">{t('conversations.noMessages')}</p>}
            <ol class="transcript">
              {messages.map((message) => (
                <MessageLine key={message.id} message={message} />
              ))}
            </ol>
          </Card>
        </div>
        <div class="record-side">
          <Facts conversation={conversation} mayOpenContact={desk.session.may('contacts')} />
          {hasOutcome(conversation.outcome) && (
            <Card title={t('outcome.title')}>
              <OutcomeFacts outcome={conversation.outcome} withValues={false} />
            </Card>
          )}
          {model.extracted.value && (
            <Values
              title={t('conversations.extracted')}
              note={t('conversations.extractedNote')}
              values={model.extracted.value}
              none={t('conversations.notExtracted')}
            />
          )}
          <Values title={t('conversations.variables')} values={variables} />
          <Deliveries
            desk={desk}
            deliveries={webhook_deliveries}
            onChange={() => void model.load()}
          />
        </div>
      </div>
    </Page>
  )
}

function MessageLine({ message }: { readonly message: Message }) {
  const { author, author_name, content, created_at, status, attachments } = message
  return (
    <li class="said">
      <span class="said-time">
        <Time at={created_at} as="clock" />
      </span>
      <span class={`said-who is-${author}`}>
        <bdi>{author_name || t(`conversations.authors.${author}`)}</bdi>
        {status === 'interrupted' && <Badge>{t('conversations.interrupted')}</Badge>}
        {status === 'failed' && <Badge tone="danger">{t('conversations.failedAnswer')}</Badge>}
      </span>
      <div class="said-words" dir="auto">
        <MessageText author={author} text={content} attachments={attachments} />
      </div>
    </li>
  )
}

interface FactsProps {
  readonly conversation: ConversationDetail
  readonly mayOpenContact: boolean
}

function Facts({ conversation, mayOpenContact }: FactsProps) {
  const { type, ai_enabled, ended_at, message_count, total_cost, id, visitor } = conversation
  return (
    <Card title={t('conversations.facts')}>
      <dl class="values">
        {visitor && (
          <div>
            <dt>{t('conversations.visitor')}</dt>
            <dd>
              {mayOpenContact ? (
                <a href={`/app/contacts/${visitor.id}`}>
                  <bdi>{titleOf(conversation)}</bdi>
                </a>
              ) : (
                <bdi>{titleOf(conversation)}</bdi>
              )}
            </dd>
          </div>
        )}
        <div>
          <dt>{t('conversations.type')}</dt>
          <dd>{t(`conversations.types.${type}`)}</dd>
        </div>
        <div>
          <dt>{t('conversations.mode')}</dt>
          <dd>
            <Badge tone={ai_enabled ? 'ai' : 'person'}>
              {ai_enabled ? t('conversations.ai') : t('conversations.person')}
            </Badge>
          </dd>
        </div>
        <div>
          <dt>{t('conversations.messages')}</dt>
          <dd>{formatNumber(message_count)}</dd>
        </div>
        <div>
          <dt>{t('conversations.cost')}</dt>
          <dd>{formatMoney(total_cost)}</dd>
        </div>
        <div>
          <dt>{t('conversations.ended')}</dt>
          <dd>{ended_at ? <Time at={ended_at} as="full" /> : t('conversations.open')}</dd>
        </div>
        <div>
          <dt>{t('conversations.id')}</dt>
          <dd>
            <code>{id}</code>
          </dd>
        </div>
      </dl>
    </Card>
  )
}
