import type { DocumentPage } from '#contracts/knowledge-passages.ts'
import { formatBytes } from '../../format/numbers.ts'
import { t } from '../../locales/translate.ts'
import { Badge, type Tone } from '../../ui/display.tsx'
import { OutsideLink } from '../../ui/outside-link.tsx'
import { useModel } from '../../ui/use-model.ts'
import { PagedDrawer } from './paged-drawer.tsx'
import { createPagedModel } from './paged-model.ts'
import type { DocumentDrawerProps } from './passages.tsx'

const TONES: Readonly<Record<DocumentPage['status'], Tone>> = {
  waiting: 'neutral',
  read: 'ok',
  failed: 'danger',
  skipped: 'neutral',
}

/** The addresses of a website, and what was read from each. */
export function DocumentPages({ desk, document, onClose }: DocumentDrawerProps) {
  const { id, knowledgebase_id, name, error } = document
  const model = useModel(
    () =>
      createPagedModel<DocumentPage>((query) =>
        desk.api.listPages({ params: { id: knowledgebase_id, document_id: id }, query }),
      ),
    [id],
  )
  return (
    <PagedDrawer<DocumentPage>
      title={t('knowledge.pagesOf', { name })}
      model={model}
      loading={t('knowledge.showPages')}
      empty={t('knowledge.noPages')}
      reason={error}
      lead={(count) => t('knowledge.pageCount', { count })}
      onClose={onClose}
      row={(page) => <PageRow page={page} />}
    />
  )
}

function PageRow({ page }: { readonly page: DocumentPage }) {
  const { url, title, status, size, passages } = page
  return (
    <>
      <h3>
        <bdi>{title || url}</bdi>{' '}
        <Badge tone={TONES[status]}>{t(`knowledge.pages.${status}`)}</Badge>
      </h3>
      <OutsideLink class="passage-place" href={url} label={url} />
      {page.error && <p class="document-fault">{page.error}</p>}
      {status === 'read' && (
        <p class="quiet">
          {t('knowledge.passageCount', { count: passages })} · <bdi>{formatBytes(size)}</bdi>
        </p>
      )}
    </>
  )
}
