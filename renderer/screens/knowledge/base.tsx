import './knowledge.css'
import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { KnowledgeDocument } from '#contracts/knowledge.ts'
import type { Desk } from '../../app/desk.ts'
import type { ScreenProps } from '../../app/screen.ts'
import { language } from '../../locales/language.ts'
import { t } from '../../locales/translate.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Page, PageHead } from '../../ui/display.tsx'
import { DropZone } from '../../ui/drop-zone.tsx'
import { GlobeIcon } from '../../ui/icons.tsx'
import { EditIcon, UploadIcon } from '../../ui/icons-work.tsx'
import { Banner, ErrorState, Loading } from '../../ui/states.tsx'
import { useModel } from '../../ui/use-model.ts'
import { type BaseModel, createBaseModel } from './base-model.ts'
import { DescribeDialog } from './describe-dialog.tsx'
import { DocumentPages } from './document-pages.tsx'
import { type DocumentAction, Documents } from './documents.tsx'
import { Passages } from './passages.tsx'
import { sendDocument } from './send-document.ts'
import { BaseStatus } from './status.tsx'
import { createTryModel } from './try-model.ts'
import { TryQuestion } from './try-question.tsx'
import { UploadRows } from './upload-rows.tsx'
import { WebsiteDialog } from './website-dialog.tsx'

const EXTENSIONS = '.pdf,.docx,.md,.markdown,.txt,.html,.htm,.csv'

/** A knowledge base: its documents, and a search to try it. */
export function KnowledgeBaseScreen({ desk, params }: ScreenProps) {
  const id = Number(params['id'])
  const model = useModel(
    () => createBaseModel({ api: desk.api, live: desk.live, id, send: sendDocument }),
    [id],
  )
  useEffect(() => void model.load(), [model])
  if (model.error.value) {
    return (
      <Page>
        <PageHead
          title={t('knowledge.base')}
          back={{ href: '/app/knowledge', label: t('knowledge.back') }}
        />
        <ErrorState title={t('knowledge.notThere')} onRetry={() => void model.load()}>
          <p>{model.error.value}</p>
        </ErrorState>
      </Page>
    )
  }
  if (!model.base.value) {
    return (
      <Page>
        <PageHead
          title={t('knowledge.base')}
          back={{ href: '/app/knowledge', label: t('knowledge.back') }}
        />
        <Loading label={t('knowledge.loadingOne')} rows={4} />
      </Page>
    )
  }
  return <Shown desk={desk} model={model} />
}

function Shown({ desk, model }: { readonly desk: Desk; readonly model: BaseModel }) {
  const base = model.base.value!
  const isAdding = useSignal(false)
  const isDescribing = useSignal(false)
  const opened = useSignal<Opened | undefined>(undefined)
  const picker = useRef<HTMLInputElement>(null)
  const trial = useModel(() => createTryModel(desk.api, model.id, language), [model.id])

  function remove(document: KnowledgeDocument): void {
    desk.toasts.undo(t('knowledge.removed', { name: document.name }), model.remove(document))
  }

  return (
    <Page>
      <DropZone
        icon={UploadIcon}
        hint={t('knowledge.drop')}
        detail={t('knowledge.dropHint')}
        onFiles={model.uploads.add}
      >
        <div class="base-content">
          <PageHead
            title={base.name}
            back={{ href: '/app/knowledge', label: t('knowledge.back') }}
            aside={<BaseStatus base={base} />}
            lead={
              <>
                {base.description && <p dir="auto">{base.description}</p>}
                <UsedBy names={model.assistants.value} />
              </>
            }
          >
            <IconButton
              icon={EditIcon}
              label={t('knowledge.describe')}
              kind="secondary"
              onClick={() => {
                isDescribing.value = true
              }}
            />
            <Button icon={UploadIcon} onClick={() => picker.current?.click()}>
              {t('knowledge.upload')}
            </Button>
            <Button
              kind="primary"
              icon={GlobeIcon}
              onClick={() => {
                isAdding.value = true
              }}
            >
              {t('knowledge.addWebsite')}
            </Button>
            <input
              ref={picker}
              type="file"
              multiple
              hidden
              accept={EXTENSIONS}
              aria-label={t('knowledge.upload')}
              onChange={({ currentTarget }) => {
                model.uploads.add([...(currentTarget.files ?? [])])
                currentTarget.value = ''
              }}
            />
          </PageHead>
          {model.fault.value && <Banner tone="danger">{model.fault.value}</Banner>}
          <UploadRows uploads={model.uploads} />
          <Documents
            model={model}
            onAction={(action, document) => {
              if (action === 'remove') remove(document)
              else opened.value = { action, document }
            }}
          />
          {model.documents.value.length > 0 && <TryQuestion model={trial} />}
        </div>
      </DropZone>
      {isAdding.value && (
        <WebsiteDialog
          desk={desk}
          id={model.id}
          onAdded={model.put}
          onClose={() => {
            isAdding.value = false
          }}
        />
      )}
      {isDescribing.value && (
        <DescribeDialog
          title={t('knowledge.describe')}
          of={base}
          onSave={model.describe}
          onClose={() => {
            isDescribing.value = false
          }}
        />
      )}
      {opened.value && (
        <DocumentDialog
          desk={desk}
          model={model}
          opened={opened.value}
          onClose={() => {
            opened.value = undefined
          }}
        />
      )}
    </Page>
  )
}

/** A document and the dialog that is open for it. */
interface Opened {
  readonly action: Exclude<DocumentAction, 'remove'>
  readonly document: KnowledgeDocument
}

interface DocumentDialogProps {
  readonly desk: Desk
  readonly model: BaseModel
  readonly opened: Opened
  readonly onClose: () => void
}

function DocumentDialog({ desk, model, opened, onClose }: DocumentDialogProps) {
  const { action, document } = opened
  if (action === 'passages') return <Passages desk={desk} document={document} onClose={onClose} />
  if (action === 'pages') return <DocumentPages desk={desk} document={document} onClose={onClose} />
  return (
    <DescribeDialog
      title={t('knowledge.describe')}
      of={document}
      onSave={(description) => model.describeDocument(document, description)}
      onClose={onClose}
    />
  )
}

function UsedBy({ names }: { readonly names: readonly string[] }) {
  if (names.length > 0) return <bdi>{t('knowledge.usedByThese', { names: names.join(', ') })}</bdi>
  return (
    <>
      {t('knowledge.usedByNobody')} <a href="/app/assistants">{t('knowledge.choose')}</a>
    </>
  )
}
