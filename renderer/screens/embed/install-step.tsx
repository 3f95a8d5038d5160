import { useSignal } from '@preact/signals'
import type { Embedding } from '#contracts/assistant-embedding.ts'
import { embedInstallTexts as t } from '../../texts/embed-install.ts'
import { LinkButton } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { ExternalIcon } from '../../ui/icons.tsx'
import { DownloadIcon } from '../../ui/icons-work.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { Builders } from './builders.tsx'
import { draftOf } from './draft.ts'
import { Fold } from './fold.tsx'
import type { EmbedModel } from './model.ts'
import { PAGE_CALLS, type PageCall } from './page-calls.ts'
import { isSameCode, type Snippets, snippetsOf, toldBy } from './snippets.ts'

const WAYS = ['tag', 'builders', 'element', 'module', 'react', 'pinned', 'copy'] as const
type Way = (typeof WAYS)[number]

interface InstallStepProps {
  readonly model: EmbedModel
  readonly embedding: Embedding
}

/** The code for the website, in every form it may be needed. */
export function InstallStep({ model, embedding }: InstallStepProps) {
  const way = useSignal<Way>('tag')
  const look = model.look.value
  const snippets = snippetsOf(embedding, toldBy(look, model.draft.value))
  const isUsual = isSameCode(draftOf({}), model.draft.value)
  return (
    <div class="install">
      <Tabs
        label={t.ways}
        tabs={WAYS.map((key) => [key, t.way[key]])}
        current={way.value}
        controls="install-way"
        onChoose={(key) => {
          way.value = key
        }}
      />
      <div id="install-way" role="tabpanel" aria-label={t.way[way.value]}>
        {way.value === 'builders' ? (
          <Builders snippets={snippets} />
        ) : (
          <Code way={way.value} snippets={snippets} origin={embedding.origin} />
        )}
        {!isUsual && <p class="quiet">{t.lookInTag}</p>}
      </div>
      <div class="folds">
        <Fold title={t.policy}>
          <p>{t.policyMore}</p>
          <CodeBlock
            label={t.policyLabel}
            text={way.value === 'copy' ? snippets.copyPolicy : snippets.policy}
          />
        </Fold>
        <Fold title={t.calls}>
          <p>{t.callsMore}</p>
          {(Object.keys(PAGE_CALLS) as PageCall[]).map((call) => (
            <CodeBlock key={call} label={t.call[call]} text={PAGE_CALLS[call]} />
          ))}
        </Fold>
      </div>
      <See embedding={embedding} />
    </div>
  )
}

interface CodeProps {
  readonly way: Exclude<Way, 'builders'>
  readonly snippets: Snippets
  readonly origin: string
}

function Code({ way, snippets, origin }: CodeProps) {
  const isInline = useSignal(false)
  const code = way === 'element' && isInline.value ? snippets.inline : snippets[way]
  return (
    <>
      <p>{t.explain[way]}</p>
      {way === 'element' && (
        <Segmented
          size="small"
          label={t.placing}
          value={isInline.value ? 'inline' : 'floating'}
          onChoose={(value) => {
            isInline.value = value === 'inline'
          }}
          options={[
            { value: 'floating', label: t.floating },
            { value: 'inline', label: t.inline },
          ]}
        />
      )}
      {way === 'copy' && (
        <div>
          <LinkButton href={`${origin}/widget/parley-widget.zip`} icon={DownloadIcon} isOutside>
            {t.download}
          </LinkButton>
          <p class="field-hint">{t.downloadMore}</p>
        </div>
      )}
      {code === undefined ? (
        <p class="quiet">{t.notBuilt}</p>
      ) : (
        <CodeBlock label={t.tagOf(t.way[way])} text={code} isWrapped />
      )}
      {way === 'element' && isInline.value && <p class="quiet">{t.inlineMore}</p>}
    </>
  )
}

function See({ embedding }: Pick<InstallStepProps, 'embedding'>) {
  return (
    <section class="embed-see">
      <h3>{t.see}</h3>
      <p class="quiet">{t.seeNote}</p>
      <div class="embed-visits">
        <LinkButton href={`/demo?assistant=${embedding.uuid}`} icon={ExternalIcon} isOutside>
          {t.demo}
        </LinkButton>
        {embedding.allowed_origins.map((origin) => (
          <LinkButton key={origin} href={origin} icon={ExternalIcon} isOutside>
            {t.visit(new URL(origin).host)}
          </LinkButton>
        ))}
      </div>
    </section>
  )
}
