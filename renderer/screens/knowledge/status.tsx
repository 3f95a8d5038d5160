import type { KnowledgeBase, KnowledgeDocument } from '#contracts/knowledge.ts'
import { t } from '../../locales/translate.ts'
import { Badge, type Tone } from '../../ui/display.tsx'

const TONES: Readonly<Record<KnowledgeBase['status'], Tone>> = {
  empty: 'neutral',
  processing: 'attention',
  active: 'ok',
  failed: 'danger',
}

/** Badge of a knowledge base's status, or the number of its documents that failed. */
export function BaseStatus({
  base: { status, failed_count },
}: {
  readonly base: Pick<KnowledgeBase, 'status' | 'failed_count'>
}) {
  if (status === 'active' && failed_count > 0) {
    return <Badge tone="attention">{t('knowledge.faulty', { count: failed_count })}</Badge>
  }
  return <Badge tone={TONES[status]}>{t(`knowledge.statuses.${status}`)}</Badge>
}

/** Badge of a document's status, including recrawls and stopped crawls of websites. */
export function DocumentStatus({
  document: { status, crawl },
}: {
  readonly document: KnowledgeDocument
}) {
  if (crawl && (crawl.status === 'waiting' || crawl.status === 'running')) {
    return <Badge tone="attention">{t(`knowledge.crawl.${crawl.status}`)}</Badge>
  }
  if (crawl?.status === 'stopped' && status === 'active') {
    return <Badge tone="neutral">{t('knowledge.crawl.stopped')}</Badge>
  }
  return <Badge tone={TONES[status]}>{t(`knowledge.statuses.${status}`)}</Badge>
}
