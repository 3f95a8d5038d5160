import type { SearchHit } from '#contracts/inbox-search.ts'
import { titleOf } from '../../../app/people/people.ts'
import { t } from '../../../locales/translate.ts'
import { Button } from '../../../ui/button.tsx'
import { Avatar } from '../../../ui/display.tsx'
import { SearchIcon } from '../../../ui/icons.tsx'
import { Empty, ErrorState, Loading } from '../../../ui/states.tsx'
import { Time } from '../../../ui/time.tsx'
import { Highlighted } from './highlighted.tsx'
import type { HitGroup, SearchModel } from './search-model.ts'

interface SearchResultsProps {
  readonly search: SearchModel
  readonly current: string | undefined
  /** The filters, for the links of the hits. */
  readonly query: string
}

/** Search results by conversation; a hit opens the conversation at that message. */
export function SearchResults({ search, current, query }: SearchResultsProps) {
  const groups = search.groups.value
  if (search.error.value) {
    return (
      <ErrorState title={t('inbox.searchFailed')} onRetry={search.retry}>
        <p>{search.error.value}</p>
      </ErrorState>
    )
  }
  if (!groups) return <Loading label={t('inbox.searching')} rows={6} />
  if (groups.length === 0 && !search.isBusy.value && !search.hasMore.value)
    return <Nothing typed={search.typed.value} />
  return (
    <div class="hits" aria-busy={search.isBusy.value || undefined}>
      <ol class="hit-groups" aria-label={t('inbox.conversations')}>
        {groups.map((group) => (
          <Group
            key={group.conversation.id}
            group={group}
            isCurrent={group.conversation.id === current}
            query={query}
          />
        ))}
      </ol>
      {search.hasMore.value && (
        <div class="more">
          <Button kind="quiet" busy={search.isBusy.value} onClick={() => void search.loadMore()}>
            {t('inbox.moreHits')}
          </Button>
        </div>
      )}
    </div>
  )
}

function Nothing({ typed }: { readonly typed: string }) {
  const words = typed.trim()
  return (
    <Empty icon={SearchIcon} title={t('inbox.nothingFound', { words })}>
      <p>{words.length < 2 ? t('inbox.keepTyping') : t('inbox.nothingFoundHint')}</p>
    </Empty>
  )
}

interface GroupProps extends Pick<SearchResultsProps, 'query'> {
  readonly group: HitGroup
  readonly isCurrent: boolean
}

function Group({ group: { conversation, hits }, isCurrent, query }: GroupProps) {
  const name = titleOf(conversation)
  return (
    <li class={`hit-group ${isCurrent ? 'is-current' : ''}`}>
      <h2 class="hit-head">
        <Avatar name={name} id={conversation.visitor?.id ?? conversation.id} size="small" />
        <span class="row-name" dir="auto">
          {name}
        </span>
        <span class="row-assistant" dir="auto">
          {conversation.assistant_name}
        </span>
      </h2>
      <ul>
        {hits.map((hit) => (
          <Hit key={`${hit.kind}${hit.message_id}${hit.created_at}`} hit={hit} query={query} />
        ))}
      </ul>
    </li>
  )
}

const authorOf = ({ kind, author }: SearchHit) =>
  author === 'visitor'
    ? undefined
    : author === null
      ? t(`inbox.kinds.${kind}`)
      : author === 'operator'
        ? t('inbox.you')
        : t('inbox.assistant')

function Hit({ hit, query }: { readonly hit: SearchHit; readonly query: string }) {
  const parameters = new URLSearchParams(query)
  if (hit.seq !== null) parameters.set('message', String(hit.seq))
  const author = authorOf(hit)
  return (
    <li>
      <a class="hit" href={`/app/inbox/${hit.conversation.id}?${parameters}`}>
        <span class="hit-text" dir="auto">
          {author && <span class="row-author">{author}: </span>}
          <Highlighted {...hit.snippet} />
        </span>
        <Time at={hit.created_at} />
      </a>
    </li>
  )
}
