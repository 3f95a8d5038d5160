import type { ComponentChildren } from 'preact'
import type { ConversationDetail, Visitor } from '#contracts/conversations.ts'
import { titleOf } from '../../people.ts'
import { IconButton } from '../../ui/button.tsx'
import {
  ClockIcon,
  CloseIcon,
  GlobeIcon,
  type Icon,
  MailIcon,
  PageIcon,
  PersonIcon,
  PhoneIcon,
} from '../../ui/icons.tsx'
import { languageName } from '../../ui/language-name.ts'
import { Time } from '../../ui/time.tsx'
import { browserOf } from './browser-of.ts'

interface DetailsProps {
  readonly thread: ConversationDetail
  readonly onClose: () => void
}

/** Who the visitor is and what the assistant knows. */
export function Details({ thread, onClose }: DetailsProps) {
  const { visitor, variables } = thread
  return (
    <aside class="details" aria-label="Details">
      <header class="details-head">
        <h2>Details</h2>
        <IconButton icon={CloseIcon} label="Hide the details (d)" onClick={onClose} />
      </header>
      <div class="details-scroll">
        {visitor && <VisitorFacts visitor={visitor} name={titleOf(thread)} />}
        <section>
          <h3>Conversation</h3>
          <dl class="facts">
            <Fact label="Assistant">{thread.assistant_name}</Fact>
            <Fact label="Began">
              <Time at={thread.created_at} as="full" />
            </Fact>
            {thread.ended_at && (
              <Fact label="Ended">
                <Time at={thread.ended_at} as="full" />
              </Fact>
            )}
            <Fact label="Messages">{thread.messages.length}</Fact>
            {thread.total_cost > 0 && <Fact label="Cost">${thread.total_cost.toFixed(4)}</Fact>}
          </dl>
        </section>
        <Variables variables={variables} />
      </div>
    </aside>
  )
}

function VisitorFacts({ visitor, name }: { readonly visitor: Visitor; readonly name: string }) {
  const { email, phone, page_url, page_title, language, user_agent } = visitor
  return (
    <section>
      <h3>Visitor</h3>
      <dl class="facts">
        <Fact label="Name" icon={PersonIcon}>
          {name}
        </Fact>
        {email && (
          <Fact label="E-mail" icon={MailIcon}>
            <a href={`mailto:${encodeURIComponent(email)}`}>{email}</a>
          </Fact>
        )}
        {phone && (
          <Fact label="Phone" icon={PhoneIcon}>
            {phone}
          </Fact>
        )}
        {page_url && (
          <Fact label="On page" icon={PageIcon}>
            <a href={page_url} target="_blank" rel="noopener noreferrer nofollow" title={page_url}>
              {page_title || page_url}
            </a>
          </Fact>
        )}
        <Fact label="Seen" icon={ClockIcon}>
          {visitor.online ? 'Online now' : <Time at={visitor.last_seen_at} as="full" />}
        </Fact>
        {(language || user_agent) && (
          <Fact label="Browser" icon={GlobeIcon}>
            {[languageName(language), browserOf(user_agent)].filter(Boolean).join(' · ')}
          </Fact>
        )}
      </dl>
    </section>
  )
}

function Variables({ variables }: Pick<ConversationDetail, 'variables'>) {
  const entries = Object.entries(variables)
  if (entries.length === 0) return null
  return (
    <section>
      <h3>Variables</h3>
      <dl class="facts is-code">
        {entries.map(([name, value]) => (
          <Fact key={name} label={name}>
            {typeof value === 'string' ? value : JSON.stringify(value)}
          </Fact>
        ))}
      </dl>
    </section>
  )
}

interface FactProps {
  readonly label: string
  readonly icon?: Icon
  readonly children: ComponentChildren
}

function Fact({ label, icon: Icon, children }: FactProps) {
  return (
    <div class="fact">
      <dt>
        {Icon && <Icon size={16} />}
        {label}
      </dt>
      <dd dir="auto">{children}</dd>
    </div>
  )
}
