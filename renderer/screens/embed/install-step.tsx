import { useSignal } from '@preact/signals'
import type { VNode } from 'preact'
import type { Embedding } from '#contracts/assistant-embedding.ts'
import { t } from '../../locales/translate.ts'
import { LinkButton } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { ExternalIcon } from '../../ui/icons.tsx'
import { DownloadIcon } from '../../ui/icons-work.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { AnswerPack } from './answer-pack.tsx'
import { Builders } from './builders.tsx'
import { draftOf } from './draft.ts'
import { Fold } from './fold.tsx'
import type { EmbedModel } from './model.ts'
import { PAGE_CALLS, type PageCall } from './page-calls.ts'
import { isSameCode, optionsOf, type Snippets, snippetsOf } from './snippets.ts'

const WAYS = ['tag', 'builders', 'element', 'module', 'react', 'pinned', 'copy'] as const
type Way = (typeof WAYS)[number]

interface InstallStepProps {
  readonly model: EmbedModel
  readonly embedding: Embedding
}

/** Code for the website in all variants. */
export function InstallStep({ model, embedding }: InstallStepProps) {
  const way = useSignal<Way>('tag')
  const look = model.look.value
  const snippets = snippetsOf(embedding, {
    ...optionsOf(look, model.draft.value),
    answersKey: model.answers.state.value?.published?.public_key,
  })
  const isUsual = isSameCode(draftOf({}), model.draft.value)
  return (
    <div class="install">
      <Tabs
        label={t('embedInstall.ways')}
        tabs={WAYS.map((key) => [key, t(`embedInstall.way.${key}`)])}
        current={way.value}
        controls="install-way"
        onChoose={(key) => {
          way.value = key
        }}
      />
      <div id="install-way" role="tabpanel" aria-label={t(`embedInstall.way.${way.value}`)}>
        {way.value === 'builders' ? (
          <Builders snippets={snippets} />
        ) : (
          <Code
            way={way.value}
            snippets={snippets}
            origin={embedding.origin}
            answers={<AnswerPack model={model.answers} assistantId={model.id} />}
          />
        )}
        {!isUsual && <p class="quiet">{t('embedInstall.lookInTag')}</p>}
      </div>
      <div class="folds">
        <Fold title={t('embedInstall.policy')}>
          <p>{t('embedInstall.policyMore')}</p>
          <CodeBlock
            label={t('embedInstall.policyLabel')}
            text={way.value === 'copy' ? snippets.copyPolicy : snippets.policy}
          />
        </Fold>
        <Fold title={t('embedInstall.calls')}>
          <p>{t('embedInstall.callsMore')}</p>
          {(Object.keys(PAGE_CALLS) as PageCall[]).map((call) => (
            <CodeBlock key={call} label={t(`embedInstall.call.${call}`)} text={PAGE_CALLS[call]} />
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
  /** Shown with the files for an own copy. */
  readonly answers: VNode
}

function Code({ way, snippets, origin, answers }: CodeProps) {
  const isInline = useSignal(false)
  const code = way === 'element' && isInline.value ? snippets.inline : snippets[way]
  return (
    <>
      <p>{t(`embedInstall.explain.${way}`)}</p>
      {way === 'element' && (
        <Segmented
          size="small"
          label={t('embedInstall.placing')}
          value={isInline.value ? 'inline' : 'floating'}
          onChoose={(value) => {
            isInline.value = value === 'inline'
          }}
          options={[
            { value: 'floating', label: t('embedInstall.floating') },
            { value: 'inline', label: t('embedInstall.inline') },
          ]}
        />
      )}
      {way === 'copy' && (
        <div>
          <LinkButton href={`${origin}/widget/parley-widget.zip`} icon={DownloadIcon} isOutside>
            {t('embedInstall.download')}
          </LinkButton>
          <p class="field-hint">{t('embedInstall.downloadMore')}</p>
        </div>
      )}
      {way === 'copy' && answers}
      {code === undefined ? (
        <p class="quiet">{t('embedInstall.notBuilt')}</p>
      ) : (
        <CodeBlock
          label={t('embedInstall.tagOf', { way: t(`embedInstall.way.${way}`) })}
          text={code}
          isWrapped
        />
      )}
      {way === 'element' && isInline.value && <p class="quiet">{t('embedInstall.inlineMore')}</p>}
    </>
  )
}

function See({ embedding }: Pick<InstallStepProps, 'embedding'>) {
  return (
    <section class="embed-see">
      <h3>{t('embedInstall.see')}</h3>
      <p class="quiet">{t('embedInstall.seeNote')}</p>
      <div class="embed-visits">
        <LinkButton href={`/demo?assistant=${embedding.uuid}`} icon={ExternalIcon} isOutside>
          {t('embedInstall.demo')}
        </LinkButton>
        {embedding.allowed_origins.map((origin) => (
          <LinkButton key={origin} href={origin} icon={ExternalIcon} isOutside>
            {t('embedInstall.visit', { host: new URL(origin).host })}
          </LinkButton>
        ))}
      </div>
    </section>
  )
}
