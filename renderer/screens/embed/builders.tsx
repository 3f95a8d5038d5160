import { useSignal } from '@preact/signals'
import { t, tEntries } from '../../locales/translate.ts'
import { CodeBlock } from '../../ui/code-block.tsx'
import { Select } from '../../ui/controls.tsx'
import { Field } from '../../ui/field.tsx'
import type { Snippets } from './snippets.ts'

/** Website builders with their own installation steps. */
const BUILDERS = ['wordpress', 'shopify', 'wix', 'squarespace', 'webflow', 'tagManager'] as const
type Builder = (typeof BUILDERS)[number]

/** Installation steps for a website builder. */
export function Builders({ snippets }: { readonly snippets: Snippets }) {
  const builder = useSignal<Builder>('wordpress')
  return (
    <>
      <Field label={t('embedInstall.builder')}>
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
                {t(`siteBuilders.${key}.name`)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <ol class="builder-steps">
        {tEntries(`siteBuilders.${builder.value}.steps`).map(([, step]) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <CodeBlock
        label={t('embedInstall.tagOf', { way: t(`siteBuilders.${builder.value}.name`) })}
        text={builder.value === 'tagManager' ? snippets.script : snippets.tag}
        isWrapped
      />
    </>
  )
}
