import { useSignal } from '@preact/signals'
import { embedInstallTexts as t } from '../../texts/embed-install.ts'
import { builderTexts } from '../../texts/site-builders.ts'
import { CodeBlock } from '../../ui/code-block.tsx'
import { Select } from '../../ui/controls.tsx'
import { Field } from '../../ui/field.tsx'
import type { Snippets } from './snippets.ts'

type Builder = keyof typeof builderTexts
const BUILDERS = Object.keys(builderTexts) as Builder[]

/** What to do in the website builder that somebody has, step by step. */
export function Builders({ snippets }: { readonly snippets: Snippets }) {
  const builder = useSignal<Builder>('wordpress')
  const { name, steps } = builderTexts[builder.value]
  return (
    <>
      <Field label={t.builder}>
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
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <CodeBlock
        label={t.tagOf(name)}
        text={builder.value === 'tagManager' ? snippets.script : snippets.tag}
        isWrapped
      />
    </>
  )
}
