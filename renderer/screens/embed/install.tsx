import { useSignal } from '@preact/signals'
import type { Embedding } from '#contracts/embedding.ts'
import { embedTexts } from '../../texts/embed.ts'
import { builderTexts } from '../../texts/site-builders.ts'
import { CodeBlock } from '../../ui/code-block.tsx'
import { Select } from '../../ui/controls.tsx'
import { Field } from '../../ui/field.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { DEFAULT_LOOK, isSameLook, type Look } from './look.ts'
import { type Snippets, snippetsOf } from './snippets.ts'

const WAYS = ['tag', 'pinned', 'script', 'react', 'builders'] as const
type Way = (typeof WAYS)[number]

type Builder = keyof typeof builderTexts
const BUILDERS = Object.keys(builderTexts) as Builder[]

interface InstallProps {
  readonly embedding: Embedding
  readonly look: Look
}

/** The code for the website, in every form it may be needed. */
export function Install({ embedding, look }: InstallProps) {
  const way = useSignal<Way>('tag')
  const snippets = snippetsOf(embedding, look)
  return (
    <div class="install">
      <Tabs
        label={embedTexts.ways}
        tabs={WAYS.map((key) => [key, embedTexts.way[key]])}
        current={way.value}
        controls="install-way"
        onChoose={(key) => {
          way.value = key
        }}
      />
      <div id="install-way" role="tabpanel" aria-label={embedTexts.way[way.value]}>
        {way.value === 'builders' ? (
          <Builders tag={snippets.tag} />
        ) : (
          <Code way={way.value} snippets={snippets} />
        )}
        {!isSameLook(look, DEFAULT_LOOK) && <p class="quiet">{embedTexts.lookInTag}</p>}
      </div>
      <details class="what-to-do">
        <summary>{embedTexts.policy}</summary>
        <p>{embedTexts.policyMore}</p>
        <CodeBlock label={embedTexts.policyLabel} text={snippets.policy} />
      </details>
    </div>
  )
}

interface CodeProps {
  readonly way: Exclude<Way, 'builders'>
  readonly snippets: Snippets
}

function Code({ way, snippets }: CodeProps) {
  const code = snippets[way]
  return (
    <>
      <p>{embedTexts.explain[way]}</p>
      {code === undefined ? (
        <p class="quiet">{embedTexts.notBuilt}</p>
      ) : (
        <CodeBlock label={embedTexts.tagOf(embedTexts.way[way])} text={code} isWrapped />
      )}
    </>
  )
}

function Builders({ tag }: { readonly tag: string }) {
  const builder = useSignal<Builder>('wordpress')
  return (
    <>
      <Field label={embedTexts.builder}>
        {(wiring) => (
          <Select
            {...wiring}
            value={builder.value}
            onEdit={(value) => {
              builder.value = value as Builder
            }}
          >
            {BUILDERS.map((key) => (
              <option key={key} value={key}>
                {builderTexts[key].name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <ol class="builder-steps">
        {builderTexts[builder.value].steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <CodeBlock label={embedTexts.tagOf(builderTexts[builder.value].name)} text={tag} isWrapped />
    </>
  )
}
