import { useEffect } from 'preact/hooks'
import type { KnowledgeDocument } from '#contracts/knowledge.ts'
import type { Desk } from '../../app/desk.ts'
import { t } from '../../locales/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { BookIcon } from '../../ui/icons-work.tsx'
import { OutsideLink } from '../../ui/outside-link.tsx'
import { Empty, ErrorState, Loading } from '../../ui/states.tsx'
import { useModel } from '../../ui/use-model.ts'
import { createPassagesModel } from './passages-model.ts'

interface PassagesProps {
  readonly desk: Desk
  readonly document: KnowledgeDocument
  readonly onClose: () => void
}

/** Searchable passages of a document. */
export function Passages({ desk, document, onClose }: PassagesProps) {
  const model = useModel(() => createPassagesModel(desk.api, document), [document.id])
  useEffect(() => void model.load(), [model])
  const passages = model.passages.value
  return (
    <Dialog
      title={t('knowledge.passagesOf', { name: document.name })}
      size="large"
      side="end"
      onClose={onClose}
    >
      {!passages && !model.error.value && (
        <Loading label={t('knowledge.passages')} as="lines" rows={6} />
      )}
      {model.error.value && (
        <ErrorState title={t('knowledge.notThere')} onRetry={() => void model.load()}>
          <p>{model.error.value}</p>
        </ErrorState>
      )}
      {passages?.length === 0 && (
        <Empty icon={BookIcon} title={t('knowledge.noPassages')} isSmall>
          {document.error && <p>{document.error}</p>}
        </Empty>
      )}
      {passages && passages.length > 0 && (
        <div>
          <p class="quiet">
            {t('knowledge.passageCount', { count: model.total.value })}.{' '}
            {t('knowledge.passagesHint')}
          </p>
          <ol class="passages">
            {passages.map(({ id, heading, content, url }) => (
              <li key={id} class="passage">
                <h3>
                  <bdi>{heading}</bdi>
                </h3>
                {document.crawl && url && (
                  <OutsideLink class="passage-place" href={url} label={url} />
                )}
                <p dir="auto">{content}</p>
              </li>
            ))}
          </ol>
          {model.hasMore.value && (
            <Button busy={model.isBusy.value} onClick={() => void model.load()}>
              {t('knowledge.more')}
            </Button>
          )}
        </div>
      )}
    </Dialog>
  )
}
