import { useLocation } from 'preact-iso'
import type { KnowledgeDocument } from '#contracts/knowledge.ts'
import type { CrawlSchedule } from '#contracts/knowledge-settings.ts'
import { formatBytes } from '../../format/numbers.ts'
import { t, tEntries } from '../../locales/translate.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Select } from '../../ui/controls.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import {
  CloseIcon,
  ExternalIcon,
  GlobeIcon,
  MoreIcon,
  PageIcon,
  RefreshIcon,
  TrashIcon,
} from '../../ui/icons.tsx'
import { BookIcon, EditIcon, ListIcon, QuoteIcon } from '../../ui/icons-work.tsx'
import { Menu } from '../../ui/menu.tsx'
import { ProgressBar } from '../../ui/progress.tsx'
import { Empty } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'
import type { BaseModel } from './base-model.ts'
import { DocumentStatus } from './status.tsx'

interface DocumentsProps {
  readonly model: BaseModel
  readonly onAction: (action: DocumentAction, document: KnowledgeDocument) => void
}

/** Something to do with a document that the screen shows or asks for. */
export type DocumentAction = 'passages' | 'pages' | 'describe' | 'remove'

/** The documents of a knowledge base with their status. */
export function Documents({ model, onAction }: DocumentsProps) {
  const documents = model.documents.value
  if (documents.length === 0) {
    return (
      <Empty icon={BookIcon} title={t('knowledge.noDocuments')}>
        <p>{t('knowledge.noDocumentsHint')}</p>
        <p class="quiet">{t('knowledge.dropHint')}</p>
      </Empty>
    )
  }
  return (
    <DataTable
      label={t('knowledge.content')}
      rows={documents}
      keyOf={({ id }) => id}
      nameOf={({ name }) => name}
      onOpen={(document) => onAction('passages', document)}
      columns={[
        {
          key: 'name',
          title: t('knowledge.document'),
          isPrimary: true,
          cell: ({ name, description, type, type_label }) => (
            <span class="document-name">
              <bdi>{type === 'answers' && name === type_label ? t('entries.title') : name}</bdi>
              {description && (
                <small class="quiet" dir="auto">
                  {description}
                </small>
              )}
            </span>
          ),
        },
        {
          key: 'status',
          title: t('knowledge.status'),
          cell: (document) => <Status document={document} model={model} />,
        },
        {
          key: 'size',
          title: t('knowledge.size'),
          cell: ({ size, crawl }) => (
            <span class="document-size">
              {size !== null && <bdi>{formatBytes(size)}</bdi>}
              {crawl && (
                <span class="quiet"> {t('knowledge.pagesRead', { count: crawl.read })}</span>
              )}
            </span>
          ),
        },
        {
          key: 'again',
          title: t('knowledge.schedule'),
          cell: (document) => <Schedule document={document} model={model} />,
        },
        {
          key: 'updated',
          title: t('knowledge.updated'),
          isHiddenOnPhone: true,
          cell: ({ updated_at }) => <Time at={updated_at} />,
        },
      ]}
      actions={(document) => (
        <RowMenu
          document={document}
          model={model}
          onAction={(action) => onAction(action, document)}
        />
      )}
    />
  )
}

interface RowProps {
  readonly document: KnowledgeDocument
  readonly model: BaseModel
}

const isReading = ({ crawl }: KnowledgeDocument) =>
  crawl?.status === 'running' || crawl?.status === 'waiting'

function Status({ document, model }: RowProps) {
  const { crawl, error, name } = document
  const over = crawl && crawl.read + crawl.failed + crawl.skipped
  return (
    <div class="document-status">
      <DocumentStatus document={document} />
      {(error ?? crawl?.error) && <p class="document-fault">{error ?? crawl?.error}</p>}
      {crawl && isReading(document) && (
        <div class="crawl-progress">
          <ProgressBar
            label={t('knowledge.reading', { name })}
            value={crawl.found > 0 ? (over ?? 0) / crawl.found : undefined}
          />
          <p class="quiet">{t('knowledge.progress', { read: crawl.read, found: crawl.found })}</p>
          <Button size="small" icon={CloseIcon} onClick={() => void model.halt(document)}>
            {t('knowledge.stop')}
          </Button>
        </div>
      )}
      {crawl && !isReading(document) && crawl.failed + crawl.skipped > 0 && (
        <p class="quiet">
          {[
            crawl.failed > 0 && t('knowledge.pagesFailed', { count: crawl.failed }),
            crawl.skipped > 0 && t('knowledge.pagesSkipped', { count: crawl.skipped }),
          ]
            .filter(Boolean)
            .join(', ')}
        </p>
      )}
    </div>
  )
}

function Schedule({ document, model }: RowProps) {
  const { crawl, name } = document
  if (!crawl) return <span class="quiet">–</span>
  return (
    <div class="document-schedule">
      <Select
        size="small"
        aria-label={t('knowledge.scheduleOf', { name })}
        value={crawl.schedule}
        onEdit={(value) => void model.schedule(document, value as CrawlSchedule)}
      >
        {tEntries('knowledge.schedules').map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
      {crawl.next_at && (
        <span class="quiet">
          <Time at={crawl.next_at} />
        </span>
      )}
    </div>
  )
}

interface RowMenuProps extends RowProps {
  readonly onAction: (action: DocumentAction) => void
}

function RowMenu({ document, model, onAction }: RowMenuProps) {
  const label = t('knowledge.actionsOf', { name: document.name })
  const { route } = useLocation()
  return (
    <Menu
      label={label}
      align="end"
      items={[
        { label: t('knowledge.passages'), icon: ListIcon, onSelect: () => onAction('passages') },
        document.type === 'answers' && {
          label: t('entries.edit'),
          icon: QuoteIcon,
          onSelect: () =>
            route(`/app/knowledge/entries?knowledgebase_id=${document.knowledgebase_id}`),
        },
        document.type === 'website' && {
          label: t('knowledge.showPages'),
          icon: GlobeIcon,
          onSelect: () => onAction('pages'),
        },
        { label: t('knowledge.describe'), icon: EditIcon, onSelect: () => onAction('describe') },
        document.crawl &&
          !isReading(document) && {
            label: t('knowledge.readAgain'),
            icon: RefreshIcon,
            onSelect: () => void model.again(document),
          },
        document.url !== null && {
          label: t('knowledge.open'),
          icon: document.crawl ? ExternalIcon : PageIcon,
          onSelect: () => void window.open(document.url ?? '', '_blank', 'noopener'),
        },
        'separator',
        {
          label: t('knowledge.delete'),
          icon: TrashIcon,
          isDanger: true,
          onSelect: () => onAction('remove'),
        },
      ]}
      trigger={(props) => <IconButton {...props} icon={MoreIcon} label={label} size="small" />}
    />
  )
}
