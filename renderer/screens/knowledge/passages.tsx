import type { KnowledgeDocument } from '#contracts/knowledge.ts'
import type { DocumentPassage } from '#contracts/knowledge-passages.ts'
import type { Desk } from '../../app/desk.ts'
import { t } from '../../locales/translate.ts'
import { OutsideLink } from '../../ui/outside-link.tsx'
import { useModel } from '../../ui/use-model.ts'
import { PagedDrawer } from './paged-drawer.tsx'
import { createPagedModel } from './paged-model.ts'

export interface DocumentDrawerProps {
  readonly desk: Pick<Desk, 'api'>
  readonly document: KnowledgeDocument
  readonly onClose: () => void
}

/** Searchable passages of a document. */
export function Passages({ desk, document, onClose }: DocumentDrawerProps) {
  const { id, knowledgebase_id, name, error } = document
  const model = useModel(
    () =>
      createPagedModel<DocumentPassage>((query) =>
        desk.api.listPassages({ params: { id: knowledgebase_id, document_id: id }, query }),
      ),
    [id],
  )
  return (
    <PagedDrawer<DocumentPassage>
      title={t('knowledge.passagesOf', { name })}
      model={model}
      loading={t('knowledge.passages')}
      empty={t('knowledge.noPassages')}
      reason={error}
      lead={(count) => `${t('knowledge.passageCount', { count })}. ${t('knowledge.passagesHint')}`}
      onClose={onClose}
      row={({ heading, content, url }) => (
        <>
          <h3>
            <bdi>{heading}</bdi>
          </h3>
          {document.type === 'website' && url && (
            <OutsideLink class="passage-place" href={url} label={url} />
          )}
          <p dir="auto">{content}</p>
        </>
      )}
    />
  )
}
